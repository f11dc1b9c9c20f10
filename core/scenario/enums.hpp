// SPDX-License-Identifier: Apache-2.0
#pragma once
// Choices of a scenario file and the words that stand for them there (contract: file format, version 1).
// The order of the words is the order of the enumerators.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

enum class Precision : std::uint8_t { bf16, fp16, fp32, fp8, nvfp4 };
enum class Optimizer : std::uint8_t {
  adam,
  adamFp16Grads,
  adamFp32,
  fsdp2Mixed,
  adamBf16Moments,
  adamPureBf16,
  adam8bit,
  sgdMomentum,
  adafactor,
  muon
};
enum class Adapter : std::uint8_t { none, lora };
enum class Recompute : std::uint8_t { none, selective, ops, full };
enum class CrossEntropy : std::uint8_t { unfused, fused, compiled, eager };
enum class Schedule : std::uint8_t { gpipe, oneFOneB, interleaved, zbH1, zbH2, zbV, dualPipe };
enum class CpKind : std::uint8_t { ring, allToAll };
enum class Stack : std::uint8_t { megatron, bridge, graphs, eager, compiled, xla, fused, legacy, zero2021 };
enum class FlopConvention : std::uint8_t { causal, full, paper2021, sixN };
enum class Norm : std::uint8_t { rms, layer };
enum class Generation : std::uint8_t { volta, ampere, ada, hopper, blackwell, cdna3 };
enum class Link : std::uint8_t { nvlink, pcie, xgmi };

template <class E>
struct EnumWords;  // specialised below: `static constexpr std::array<std::string_view, n> words`

// clang-format off
template <> struct EnumWords<Precision> { static constexpr auto words = std::to_array<std::string_view>({"bf16", "fp16", "fp32", "fp8", "nvfp4"}); };
template <> struct EnumWords<Optimizer> { static constexpr auto words = std::to_array<std::string_view>({"adam", "adam-fp16-grads", "adam-fp32", "fsdp2-mixed", "adam-bf16-moments", "adam-pure-bf16", "adam-8bit", "sgd-momentum", "adafactor", "muon"}); };
template <> struct EnumWords<Adapter> { static constexpr auto words = std::to_array<std::string_view>({"none", "lora"}); };
template <> struct EnumWords<Recompute> { static constexpr auto words = std::to_array<std::string_view>({"none", "selective", "ops", "full"}); };
template <> struct EnumWords<CrossEntropy> { static constexpr auto words = std::to_array<std::string_view>({"unfused", "fused", "compiled", "eager"}); };
template <> struct EnumWords<Schedule> { static constexpr auto words = std::to_array<std::string_view>({"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "zb-v", "dualpipe"}); };
template <> struct EnumWords<CpKind> { static constexpr auto words = std::to_array<std::string_view>({"ring", "all-to-all"}); };
template <> struct EnumWords<Stack> { static constexpr auto words = std::to_array<std::string_view>({"megatron", "bridge", "graphs", "eager", "compiled", "xla", "fused", "legacy", "zero2021"}); };
template <> struct EnumWords<FlopConvention> { static constexpr auto words = std::to_array<std::string_view>({"causal", "full", "paper2021", "6n"}); };
template <> struct EnumWords<Norm> { static constexpr auto words = std::to_array<std::string_view>({"rms", "layer"}); };
template <> struct EnumWords<Generation> { static constexpr auto words = std::to_array<std::string_view>({"volta", "ampere", "ada", "hopper", "blackwell", "cdna3"}); };
template <> struct EnumWords<Link> { static constexpr auto words = std::to_array<std::string_view>({"nvlink", "pcie", "xgmi"}); };
// clang-format on

template <class E>
constexpr std::string_view word(E value) {
  return EnumWords<E>::words[static_cast<std::size_t>(value)];
}

template <class E>
constexpr std::optional<E> fromWord(std::string_view text) {
  for (std::size_t i = 0; i < EnumWords<E>::words.size(); ++i)
    if (EnumWords<E>::words[i] == text) return static_cast<E>(i);
  return std::nullopt;
}

}  // namespace shardscope
