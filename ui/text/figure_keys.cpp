// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/figure_keys.hpp"

namespace shardscope::ui {
namespace {

template <class Enum, std::size_t size>
QString named(const char* const (&names)[size], Enum value) {
  static_assert(size == static_cast<std::size_t>(Enum::count));
  return QLatin1String(names[static_cast<std::size_t>(value)]);
}

}  // namespace

QString figureKey(Kpi kpi) {
  static constexpr const char* kKeys[] = {
      "memory.peak_bytes",   "throughput.mfu",         "time.step_s", "throughput.tokens_per_s",
      "bubble.ratio_actual", "batch.global_sequences", "train.days"};
  return named(kKeys, kpi);
}

QString figureKey(int stage, MemoryPart part) {
  static constexpr const char* kParts[] = {"parameters", "gradients", "optimizer", "activations",
                                           "logits",     "buffers",   "overhead"};
  return QStringLiteral("memory.stages.%1.%2").arg(stage).arg(named(kParts, part));
}

QString figureKey(TimePart part) {
  static constexpr const char* kTerms[] = {"gemm", "attention",  "tp",     "cp",       "ep",
                                           "pp",   "dp_exposed", "bubble", "optimizer"};
  return QStringLiteral("time.breakdown_s.") + named(kTerms, part);
}

}  // namespace shardscope::ui
