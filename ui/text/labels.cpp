// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/labels.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "core/rules/rules.hpp"
#include "ui/text/language.hpp"
#include "ui/text/model_texts.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(labels)
};

struct KnobText {
  const char* symbol;
  const char* shortName;
  const char* longName;
};

// Indexed by Knob.
constexpr std::array<KnobText, static_cast<std::size_t>(Knob::count)> kKnobs = {{
    {"TP", QT_TRANSLATE_NOOP("labels", "tensor"), QT_TRANSLATE_NOOP("labels", "tensor parallelism (TP)")},
    {"PP", QT_TRANSLATE_NOOP("labels", "pipeline"), QT_TRANSLATE_NOOP("labels", "pipeline parallelism (PP)")},
    {"VPP", QT_TRANSLATE_NOOP("labels", "chunks"), QT_TRANSLATE_NOOP("labels", "virtual stages (VPP)")},
    {"DP", QT_TRANSLATE_NOOP("labels", "data"), QT_TRANSLATE_NOOP("labels", "data parallelism (DP)")},
    {"CP", QT_TRANSLATE_NOOP("labels", "context"), QT_TRANSLATE_NOOP("labels", "context parallelism (CP)")},
    {"EP", QT_TRANSLATE_NOOP("labels", "expert"), QT_TRANSLATE_NOOP("labels", "expert parallelism (EP)")},
    {"b", QT_TRANSLATE_NOOP("labels", "micro-batch"), QT_TRANSLATE_NOOP("labels", "micro-batch size (b)")},
    {"M", QT_TRANSLATE_NOOP("labels", "per step"), QT_TRANSLATE_NOOP("labels", "micro-batches (M)")},
    {"B", QT_TRANSLATE_NOOP("labels", "global"), QT_TRANSLATE_NOOP("labels", "global batch (B)")},
    {"s", QT_TRANSLATE_NOOP("labels", "sequence"), QT_TRANSLATE_NOOP("labels", "sequence length (s)")},
    {"N", QT_TRANSLATE_NOOP("labels", "GPUs"), QT_TRANSLATE_NOOP("labels", "GPUs in all (N)")},
}};

struct KeyText {
  Key key;
  const char* name;
};

constexpr KeyText kKeys[] = {
    {Key::gpusPerNode, QT_TRANSLATE_NOOP("labels", "GPUs per node")},
    {Key::nvlinkDomain, QT_TRANSLATE_NOOP("labels", "GPUs on the fast link")},
    {Key::nodes, QT_TRANSLATE_NOOP("labels", "nodes")},
    {Key::gpus, QT_TRANSLATE_NOOP("labels", "GPUs")},
    {Key::nicBytesPerS, QT_TRANSLATE_NOOP("labels", "NIC per GPU")},
    {Key::pricePerGpuHour, QT_TRANSLATE_NOOP("labels", "price per GPU-hour")},
    {Key::sequenceLength, QT_TRANSLATE_NOOP("labels", "sequence length (s)")},
    {Key::microBatch, QT_TRANSLATE_NOOP("labels", "micro-batch size (b)")},
    {Key::globalBatch, QT_TRANSLATE_NOOP("labels", "global batch (B)")},
    {Key::precision, QT_TRANSLATE_NOOP("labels", "precision")},
    {Key::optimizer, QT_TRANSLATE_NOOP("labels", "optimizer")},
    {Key::weightBytes, QT_TRANSLATE_NOOP("labels", "weight bytes")},
    {Key::gradientBytes, QT_TRANSLATE_NOOP("labels", "gradient bytes")},
    {Key::optimizerBytes, QT_TRANSLATE_NOOP("labels", "optimizer bytes")},
    {Key::adapter, QT_TRANSLATE_NOOP("labels", "adapter")},
    {Key::recompute, QT_TRANSLATE_NOOP("labels", "activation recompute")},
    {Key::recomputeLayers, QT_TRANSLATE_NOOP("labels", "layers per segment")},
    {Key::flashAttention, QT_TRANSLATE_NOOP("labels", "FlashAttention")},
    {Key::dropout, QT_TRANSLATE_NOOP("labels", "dropout")},
    {Key::crossEntropy, QT_TRANSLATE_NOOP("labels", "cross-entropy")},
    {Key::crossEntropyChunks, QT_TRANSLATE_NOOP("labels", "cross-entropy chunks")},
    {Key::weightGradientCache, QT_TRANSLATE_NOOP("labels", "weight-gradient cache")},
    {Key::fineTune, QT_TRANSLATE_NOOP("labels", "fine-tuning")},
    {Key::trainTokens, QT_TRANSLATE_NOOP("labels", "tokens to train")},
    {Key::tp, QT_TRANSLATE_NOOP("labels", "tensor parallelism (TP)")},
    {Key::sp, QT_TRANSLATE_NOOP("labels", "sequence parallelism (SP)")},
    {Key::pp, QT_TRANSLATE_NOOP("labels", "pipeline parallelism (PP)")},
    {Key::vpp, QT_TRANSLATE_NOOP("labels", "virtual stages (VPP)")},
    {Key::cp, QT_TRANSLATE_NOOP("labels", "context parallelism (CP)")},
    {Key::cpKind, QT_TRANSLATE_NOOP("labels", "kind of CP")},
    {Key::ep, QT_TRANSLATE_NOOP("labels", "expert parallelism (EP)")},
    {Key::etp, QT_TRANSLATE_NOOP("labels", "tensor parallelism of experts (ETP)")},
    {Key::dp, QT_TRANSLATE_NOOP("labels", "data parallelism (DP)")},
    {Key::zero, QT_TRANSLATE_NOOP("labels", "ZeRO stage")},
    {Key::schedule, QT_TRANSLATE_NOOP("labels", "pipeline schedule")},
    {Key::shardGroup, QT_TRANSLATE_NOOP("labels", "shard group")},
    {Key::stageLayers, QT_TRANSLATE_NOOP("labels", "layers per stage")},
    {Key::capacityFactor, QT_TRANSLATE_NOOP("labels", "capacity factor")},
    {Key::padToCapacity, QT_TRANSLATE_NOOP("labels", "pad to capacity")},
    {Key::hotTokenShare, QT_TRANSLATE_NOOP("labels", "hot-token share")},
    {Key::stack, QT_TRANSLATE_NOOP("labels", "software stack")},
    {Key::overlapDp, QT_TRANSLATE_NOOP("labels", "DP overlap")},
    {Key::overlapPp, QT_TRANSLATE_NOOP("labels", "PP overlap")},
    {Key::overlapTp, QT_TRANSLATE_NOOP("labels", "TP overlap (0–1)")},
    {Key::overlapEp, QT_TRANSLATE_NOOP("labels", "EP overlap (0–1)")},
    {Key::epDeduplicate, QT_TRANSLATE_NOOP("labels", "de-duplicated EP")},
    {Key::flatNetwork, QT_TRANSLATE_NOOP("labels", "flat network")},
    {Key::flopConvention, QT_TRANSLATE_NOOP("labels", "FLOP convention")},
    {Key::globalBatchTokensMin, QT_TRANSLATE_NOOP("labels", "smallest global batch, tokens")},
    {Key::globalBatchTokensMax, QT_TRANSLATE_NOOP("labels", "largest global batch, tokens")},
    {Key::model, QT_TRANSLATE_NOOP("labels", "model")},
    {Key::gpu, QT_TRANSLATE_NOOP("labels", "GPU")},
};

struct WordText {
  const char* word;
  const char* name;
};

// Words of the file format that read better otherwise.
constexpr WordText kWords[] = {
    {"none", QT_TRANSLATE_NOOP("labels", "None")},
    {"selective", QT_TRANSLATE_NOOP("labels", "Selective")},
    {"ops", QT_TRANSLATE_NOOP("labels", "Ops")},
    {"full", QT_TRANSLATE_NOOP("labels", "Full")},
    {"gpipe", "GPipe"},
    {"1f1b", "1F1B"},
    {"interleaved", QT_TRANSLATE_NOOP("labels", "Interleaved 1F1B")},
    {"zb-h1", QT_TRANSLATE_NOOP("labels", "Zero bubble H1")},
    {"zb-h2", QT_TRANSLATE_NOOP("labels", "Zero bubble H2")},
    {"zb-v", QT_TRANSLATE_NOOP("labels", "Zero bubble V")},
    {"dualpipe", "DualPipe"},
    {"bf16", "BF16"},
    {"fp16", "FP16"},
    {"fp32", "FP32"},
    {"fp8", "FP8"},
    {"nvfp4", "NVFP4"},
    {"ring", QT_TRANSLATE_NOOP("labels", "Ring")},
    {"all-to-all", QT_TRANSLATE_NOOP("labels", "All-to-All")},
    {"lora", "LoRA"},
};

QString translated(const char* text) { return QCoreApplication::translate("labels", text); }

const KnobText& textOf(Knob knob) { return kKnobs[static_cast<std::size_t>(knob)]; }

}  // namespace

QString symbol(Knob knob) { return QString::fromUtf8(textOf(knob).symbol); }
QString shortName(Knob knob) { return translated(textOf(knob).shortName); }
QString longName(Knob knob) { return translated(textOf(knob).longName); }

QString settingName(Key key) {
  for (const auto& entry : kKeys)
    if (entry.key == key) return translated(entry.name);
  const auto name = keyName(key);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString wordName(Key key, const QString& word) {
  if (key == Key::flopConvention) {
    if (word == QLatin1String("causal")) return translated(QT_TRANSLATE_NOOP("labels", "Causal attention"));
    if (word == QLatin1String("full")) return translated(QT_TRANSLATE_NOOP("labels", "Full attention"));
    return word;
  }
  for (const auto& entry : kWords)
    if (word == QLatin1String(entry.word)) return translated(entry.name);
  return word;
}

namespace {

// Keys that have a letter of their own on a slider.
std::optional<Knob> knobOf(Key key) {
  constexpr Knob kKnobsOfKeys[] = {Knob::tp,         Knob::pp,          Knob::vpp,
                                   Knob::dp,         Knob::cp,          Knob::ep,
                                   Knob::microBatch, Knob::globalBatch, Knob::sequenceLength};
  for (const auto knob : kKnobsOfKeys)
    if (knobKey(knob) == key) return knob;
  return std::nullopt;
}

}  // namespace

QString settingWords(Key key, const Value& value) {
  const QString text = QString::fromStdString(describe(value));
  if (std::holds_alternative<std::monostate>(value))
    return translated(QT_TRANSLATE_NOOP("labels", "%1: default")).arg(settingName(key));
  if (const auto* on = std::get_if<bool>(&value))
    return (*on ? translated(QT_TRANSLATE_NOOP("labels", "%1 on")) : translated(QT_TRANSLATE_NOOP("labels", "%1 off")))
        .arg(settingName(key));
  if (std::holds_alternative<std::string>(value)) return settingName(key) + QStringLiteral(": ") + wordName(key, text);
  if (key == Key::zero) return QStringLiteral("ZeRO-%1").arg(text);
  const auto knob = knobOf(key);
  return QStringLiteral("%1 %2").arg(knob ? symbol(*knob) : settingName(key), text);
}

QString shortEdit(const Edit& edit) {
  QStringList parts;
  for (const auto& [key, value] : edit) parts << settingWords(key, value);
  return parts.join(QStringLiteral(" · "));
}

QString stepWords(const Scenario& before, const Scenario& after) {
  constexpr qsizetype kMost = 3;
  QStringList parts;
  if (after.model != before.model) parts << modelName(after.model);
  if (after.cluster.device != before.cluster.device) parts << QString::fromStdString(after.cluster.device.name);
  for (const auto& [key, value] : changes(before, after))
    if (key != Key::name) parts << settingWords(key, value);
  if (parts.size() > kMost) return Texts::tr("%n changes", nullptr, static_cast<int>(parts.size()));
  return parts.join(QStringLiteral(" · "));
}

QString metricName(Metric metric) {
  switch (metric) {
    case Metric::step: return translated(QT_TRANSLATE_NOOP("labels", "Step time"));
    case Metric::mfu: return translated(QT_TRANSLATE_NOOP("labels", "MFU"));
    case Metric::tokens: return translated(QT_TRANSLATE_NOOP("labels", "Throughput"));
    case Metric::memory: return translated(QT_TRANSLATE_NOOP("labels", "Peak memory"));
    case Metric::bubble: return translated(QT_TRANSLATE_NOOP("labels", "Bubble"));
    case Metric::gpuHours: return translated(QT_TRANSLATE_NOOP("labels", "GPU-hours"));
  }
  return {};
}

QString metricUnit(Metric metric) {
  switch (metric) {
    case Metric::step: return QStringLiteral("s");
    case Metric::mfu:
    case Metric::bubble: return QStringLiteral("%");
    case Metric::tokens: return translated(QT_TRANSLATE_NOOP("labels", "k tok/s"));
    case Metric::memory: return QStringLiteral("GiB");
    case Metric::gpuHours: return translated(QT_TRANSLATE_NOOP("labels", "GPU-h"));
  }
  return {};
}

QString metricValue(Metric metric, double value) {
  switch (metric) {
    case Metric::mfu:
    case Metric::bubble: return QString::number(value * 100, 'f', 1);
    case Metric::memory: return QString::number(value / kGib, 'f', 1);
    case Metric::tokens: return QString::number(value / 1e3, 'f', value < 1e5 ? 1 : 0);
    case Metric::step: return QString::number(value, 'f', value < 10 ? 2 : 1);
    case Metric::gpuHours: return QString::number(value, 'g', 3);
  }
  return {};
}

QString sentence(const Issue& issue, const Scenario& scenario) {
  return QString::fromStdString(message(issue, scenario, currentLanguage()));
}

// The args of each rule are documented with its condition in core/rules/conditions.cpp.
QString shortReason(const Issue& issue) {
  const auto& args = issue.args;
  const auto number = [&args](std::size_t i) { return QString::number(static_cast<qlonglong>(args[i])); };
  const auto notDividing = [&number](std::size_t divisor, std::size_t of, const QString& what) {
    return QStringLiteral("%1 ∤ %2 %3").arg(number(divisor), number(of), what).trimmed();
  };
  switch (issue.rule) {
    case RuleId::W1: {
      const double product = args[1] * args[2] * args[3];
      if (product * std::max(1.0, args[4]) > args[0]) return QStringLiteral("> %1 GPU").arg(number(0));
      return QStringLiteral("%1 ∤ %2").arg(QString::number(static_cast<qlonglong>(product)), number(0));
    }
    case RuleId::T1: return notDividing(0, 1, translated(QT_TRANSLATE_NOOP("labels", "heads")));
    case RuleId::T2: return notDividing(0, 1, QStringLiteral("KV"));
    case RuleId::T7: return notDividing(0, 1, QString());
    case RuleId::L1: return translated(QT_TRANSLATE_NOOP("labels", "> %1 layers")).arg(number(0));
    case RuleId::P9: return QStringLiteral("M %1 % %2").arg(number(0), number(1));
    case RuleId::B1: return QStringLiteral("%1 ∤ %2").arg(static_cast<qlonglong>(args[1] * args[2])).arg(number(0));
    case RuleId::W2: return QStringLiteral("EP %1 ∤ %2").arg(static_cast<qlonglong>(args[0] * args[1])).arg(number(2));
    case RuleId::P3:
      return QStringLiteral("%1 ∤ %2 %3")
          .arg(static_cast<qlonglong>(args[1] * args[2]))
          .arg(number(0), translated(QT_TRANSLATE_NOOP("labels", "layers")));
    case RuleId::P8: return QStringLiteral("VPP %1, PP 1").arg(number(0));
    case RuleId::S4: return QStringLiteral("%1 ∤ s").arg(number(2));
    case RuleId::S3: return QStringLiteral("%1 ∤ s").arg(static_cast<qlonglong>(args[1] * args[2]));
    case RuleId::S5:
      return QStringLiteral("CP %1 ∤ %2")
          .arg(number(0),
               number(args[1] > 0 && static_cast<qlonglong>(args[1]) % static_cast<qlonglong>(args[0]) != 0 ? 1 : 2));
    case RuleId::E1:
      return args[1] > 0 ? notDividing(0, 1, translated(QT_TRANSLATE_NOOP("labels", "experts")))
                         : translated(QT_TRANSLATE_NOOP("labels", "dense"));
    default: break;
  }
  const auto name = ruleName(issue.rule);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace shardscope::ui
