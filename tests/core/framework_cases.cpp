// SPDX-License-Identifier: Apache-2.0
// dense: 64 GPUs, 80 layers, 64 heads, 8 KV heads; TP 8 · PP 4 · DP 2, s 8192, b 1, B 128, M 64, ZeRO 1.
// moe: 64 GPUs, 8 experts; EP 8 · DP 64, s 4096, B 1024, ZeRO 1.
#include "tests/core/framework_cases.hpp"

namespace shardscope::test {
namespace {

using enum Framework;
constexpr bool kDense = false, kMoe = true, kOwn = true, kNotKept = false;

void toFp8(Scenario& s) { s.workload.precision = Precision::fp8; }
void fullShard(Scenario& s) {
  s.parallel.zero = 3;
  s.parallel.pp = 1;
}
void noKvCopies(Scenario& s) { s.parallel.tp = 16; }
void oddKvHeads(Scenario& s) { s.model.shape.kvHeads = 7; }
void oddBatch(Scenario& s) { s.workload.globalBatch = 127; }
// 64 GPUs, DP 32 · CP 2 (as all-to-all if asked), no TP and PP
void contextOnly(Scenario& s, std::int64_t cp = 2) {
  s.parallel.tp = s.parallel.pp = 1;
  s.parallel.cp = cp;
  s.parallel.cpKind = CpKind::allToAll;
}

std::vector<FrameworkCase> worldCases() {
  return {
      {"W-1", megatronLm, kDense, [](Scenario& s) { s.parallel.pp = 5; }, "64 GPUs / 40", true, kOwn},
      {"W-1", accelerate, kDense, [](Scenario& s) { s.parallel.dp = 3; }, "64 GPUs", true, kOwn},
      {"W-2", megatronLm, kMoe, [](Scenario& s) { s.parallel.tp = 8, s.parallel.pp = 4, s.parallel.etp = 4; },
       "16 ranks", true, kOwn},
      {"W-4", torchtitan, kDense, [](Scenario& s) { s.parallel.pp = 5; }, "64 GPUs / 40", true, kOwn},
      // a mesh of DP 4 has no group of 1 rank that holds both ranks of a context group
      {"W-4", torchtitan, kDense, [](Scenario& s) { fullShard(s), s.parallel.cp = 2, s.parallel.shardGroup = 1; },
       "Shard group 1"},
      // 4 shards × TP 1 = 4 ranks, EP 8
      {"W-5", torchtitan, kMoe, [](Scenario& s) { s.parallel.zero = 3, s.parallel.shardGroup = 4; }, "4 ranks"},
      {"W-5", torchtitan, kMoe, [](Scenario& s) { s.parallel.tp = 4, s.parallel.etp = 2; }, "ETP 2"},
      {"W-6", accelerate, kDense, [](Scenario& s) { fullShard(s), s.parallel.cp = 2, s.parallel.shardGroup = 1; },
       "Shard group 1"},
      {"W-7", accelerate, kDense, [](Scenario& s) { fullShard(s), s.parallel.shardGroup = 1; }, "8 replicas"},
      {"W-9", nanotron, kDense, [](Scenario& s) { s.parallel.pp = 5; }, "64 GPUs / 40", true, kOwn},
      {"W-9", nanotron, kMoe, [](Scenario&) {}, "EP 8", kNotKept},
      {"W-10", axolotl, kDense, [](Scenario& s) { fullShard(s), s.parallel.cp = 2, s.parallel.shardGroup = 1; },
       "Shard group 1", kNotKept},
      {"W-10", axolotl, kDense, [](Scenario&) {}, "PP 4", kNotKept},
      {"W-10", axolotl, kMoe, [](Scenario& s) { s.cluster.gpus = 12; }, "12 GPUs"},
      {"W-11", deepspeed, kDense, [](Scenario& s) { s.parallel.tp = 3; }, "TP 3"},
      {"W-11", deepspeed, kMoe, [](Scenario& s) { s.parallel.etp = 2; }, "ETP 2"},
      {"W-12", llamaFactory, kMoe, [](Scenario& s) { s.parallel.tp = 8, s.parallel.pp = 4; }, "TP 8 × PP 4"},
      {"W-13", deepspeed, kDense, [](Scenario& s) { s.parallel.shardGroup = 3; }, "Shard group 3"},
      {"W-14", megatronLm, kDense, [](Scenario& s) { s.parallel.shardGroup = 16; }, "DP × CP = 2"},
      // 64 % 16 = 0, 72 % 16 ≠ 0
      {"T-1", megatronLm, kDense, [](Scenario& s) { s.model.shape.heads = 72, s.parallel.tp = 16; }, "72 heads", true,
       kOwn},
      {"T-2", megatronLm, kDense, [](Scenario& s) { s.model.shape.heads = 96, s.model.shape.kvHeads = 12; },
       "12 KV heads", true, kOwn},
      {"T-3", torchtitan, kDense, noKvCopies, "8 KV heads"},
      {"T-4", nanotron, kDense, noKvCopies, "8 KV heads"},
      {"T-4", nanotron, kDense, oddKvHeads, "64 heads do not divide by 7"},
      {"T-5", gptNeox, kDense, noKvCopies, "8 KV heads"},
      {"T-5", gptNeox, kDense, oddKvHeads, "64 heads do not divide by 7"},
      {"T-6", deepspeed, kDense, noKvCopies, "no faster than TP 8", true, false, Severity::warning},
      {"T-7", megatronLm, kDense, [](Scenario& s) { s.model.shape.ffn = 28673; }, "28,673", true, kOwn},
      {"T-9", megatronLm, kDense, [](Scenario& s) { s.model.shape.hidden = 8200; }, "8,200", true, kOwn},
      {"T-9", nanotron, kDense, [](Scenario& s) { s.model.shape.hidden = 8200, s.model.shape.headDim = 128; },
       "no head dimension"},
  };
}

std::vector<FrameworkCase> sequenceCases() {
  return {
      {"S-1", megatronLm, kDense, [](Scenario& s) { s.parallel.tp = 1, s.parallel.sp = true; }, "TP 1", true, kOwn,
       Severity::warning},
      {"S-2", megatronBridge, kDense, [](Scenario& s) { s.parallel.tp = 1, s.parallel.sp = true; }, "Megatron-Bridge"},
      {"S-3", megatronLm, kDense, [](Scenario& s) { s.workload.sequenceLength = 8190; }, "8,190", true, kOwn},
      // torchtitan's TP implies SP
      {"S-3", torchtitan, kDense, [](Scenario& s) { s.workload.sequenceLength = 8190, s.parallel.sp = false; },
       "multiple of 8"},
      {"S-4", megatronLm, kDense, [](Scenario& s) { s.workload.sequenceLength = 8190, s.parallel.cp = 2; }, "8,190",
       true, kOwn},
      {"S-5", megatronLm, kDense, [](Scenario& s) { s.parallel.cp = 2, s.parallel.cpKind = CpKind::allToAll; },
       "1 KV heads", true, kOwn},
      {"S-8", deepspeed, kDense, [](Scenario& s) { contextOnly(s, 16), s.model.shape.heads = 40; }, "40 heads"},
      {"S-8", deepspeed, kDense,
       [](Scenario& s) { contextOnly(s, 16), s.model.shape.heads = 96, s.model.shape.kvHeads = 24; }, "24 KV heads"},
      {"S-8", deepspeed, kDense, [](Scenario& s) { contextOnly(s, 16), s.workload.sequenceLength = 8200; }, "8,200"},
      {"S-9", axolotl, kDense, [](Scenario& s) { contextOnly(s), s.workload.flashAttention = false; },
       "flash attention"},
      {"S-9", axolotl, kDense, [](Scenario& s) { contextOnly(s), s.workload.microBatch = 2; }, "micro-batch 2"},
      {"S-12", megatronLm, kDense, [](Scenario& s) { s.model.shape.learnedPositions = 2048; }, "2,048"},
      {"S-16", megatronLm, kDense, [](Scenario& s) { s.overlap.tp = 0.5, s.parallel.sp = false; }, "TP 8"},
      {"S-17", megatronLm, kDense, fullShard, "CUDA_DEVICE_MAX_CONNECTIONS", true, false, Severity::warning},
      {"B-1", megatronLm, kDense, oddBatch, "127", true, kOwn},
      {"B-2", torchtitan, kDense, oddBatch, "127", true, kOwn},
      {"B-3", torchtitan, kDense, oddBatch, "127", true, kOwn},
      {"B-4", deepspeed, kDense, oddBatch, "127", true, kOwn},
      {"B-4", gptNeox, kDense, oddBatch, "127", true, kOwn},
  };
}

std::vector<FrameworkCase> pipelineCases() {
  return {
      // 81, 82 and 83 do not divide by 4; 78 does with embedding and head counted
      {"P-1", megatronLm, kDense, [](Scenario& s) { s.model.shape.layers = 81; }, "81 layers"},
      {"P-2", megatronLm, kDense, [](Scenario& s) { s.parallel.vpp = 3; }, "VPP 3", true, kOwn},
      {"P-3", megatronLm, kDense, [](Scenario& s) { s.parallel.vpp = 3; }, "VPP 3", true, kOwn},
      {"P-8", megatronLm, kDense, [](Scenario& s) { s.parallel.pp = 1, s.parallel.vpp = 2; }, "VPP 2", true, kOwn},
      {"P-8", megatronLm, kDense, [](Scenario& s) { s.parallel.pp = s.parallel.vpp = 2, s.overlap.pp = false; },
       "without overlap"},
      // M = 126 / 2 = 63
      {"P-9", megatronLm, kDense, [](Scenario& s) { s.parallel.vpp = 5, s.workload.globalBatch = 126; }, "63", true,
       kOwn},
      {"P-10", megatronLm, kDense, [](Scenario& s) { s.workload.globalBatch = 4; }, "2 micro-batches", true, kOwn,
       Severity::warning},
      // M = 12 for 4·4 virtual stages
      {"P-10", torchtitan, kDense, [](Scenario& s) { s.parallel.vpp = 4, s.workload.globalBatch = 24; }, "16 stages",
       true, false, Severity::warning},
      // ⌈9 / 4⌉ = 3 layers a chunk: three stages
      {"P-12", torchtitan, kDense, [](Scenario& s) { s.model.shape.layers = 9; }, "only 3 stages"},
      {"P-13", torchtitan, kDense, [](Scenario& s) { s.model.shape.layers = 3; }, "3 layers", true, kOwn},
      {"P-13", torchtitan, kDense,
       [](Scenario& s) { s.model.shape.layers = 7, s.parallel.schedule = Schedule::dualPipe; }, "8 stages"},
      {"P-15", torchtitan, kDense, [](Scenario& s) { s.model.shape.tied = true; }, "ties head"},
      {"P-16", deepspeed, kDense, [](Scenario& s) { s.parallel.zero = 2; }, "ZeRO 2 with PP 4"},
      {"P-16", gptNeox, kDense, [](Scenario& s) { s.parallel.zero = 3; }, "ZeRO 3 with PP 4"},
      {"P-18", nanotron, kDense, [](Scenario& s) { s.parallel.vpp = 5; }, "interleaved", true, false, Severity::hint},
      {"P-19", megatronLm, kMoe, [](Scenario& s) { s.overlap.ep = 0.5, s.parallel.pp = 4; }, "only with VPP"},
      {"P-19", megatronLm, kMoe, [](Scenario& s) { s.overlap.ep = 0.5, s.workload.recompute = Recompute::full; },
       "full recompute"},
      {"P-19", megatronLm, kMoe, [](Scenario& s) { s.overlap.ep = 0.5, s.workload.precision = Precision::fp32; },
       "half precision"},
      {"E-1", megatronLm, kDense, [](Scenario& s) { s.parallel.ep = 8; }, "dense", true, kOwn},
      {"E-1", torchtitan, kMoe, [](Scenario& s) { s.parallel.ep = 16; }, "8 experts", true, kOwn},
      {"E-2", megatronLm, kMoe, [](Scenario& s) { s.parallel.tp = 2, s.parallel.sp = false; }, "TP 2", true, kOwn},
      {"E-3", megatronLm, kMoe, [](Scenario& s) { s.model.shape.bias = true, s.parallel.etp = 2; }, "biases"},
      {"E-4", megatronLm, kMoe, [](Scenario& s) { s.cluster.device.generation = Generation::volta; }, "grouped GEMMs"},
      {"E-10", deepspeed, kMoe, [](Scenario& s) { s.parallel.tp = 2, s.parallel.pp = 2; }, "beside PP 2"},
      {"E-10", deepspeed, kMoe, [](Scenario& s) { s.parallel.tp = 2, s.parallel.cp = 2; }, "beside CP 2"},
      {"E-10", deepspeed, kMoe, [](Scenario& s) { s.parallel.tp = 2, s.parallel.zero = 3; }, "with ZeRO 3"},
      {"E-10", deepspeed, kMoe, [](Scenario& s) { s.parallel.zero = 3, s.parallel.shardGroup = 8; }, "groups of 8"},
      {"E-10", gptNeox, kMoe, [](Scenario& s) { s.parallel.zero = 2; }, "ZeRO 2"},
  };
}

std::vector<FrameworkCase> stateCases() {
  return {
      {"Z-3", megatronLm, kDense, [](Scenario& s) { fullShard(s), s.workload.optimizer = Optimizer::adafactor; },
       "adafactor"},
      {"Z-9", axolotl, kDense, [](Scenario& s) { s.workload.optimizer = Optimizer::adam8bit; }, "adam-8bit"},
      {"Z-10", deepspeed, kDense,
       [](Scenario& s) { s.parallel.zero = 0, s.workload.optimizer = Optimizer::adamPureBf16; }, "adam-pure-bf16"},
      {"Z-11", torchtitan, kDense, [](Scenario&) {}, "no ZeRO 1", kNotKept, false, Severity::hint},
      {"Z-12", nanotron, kDense, fullShard, "no ZeRO 3", true, false, Severity::hint},
      {"Z-14", megatronLm, kDense, [](Scenario& s) { fullShard(s), s.workload.optimizer = Optimizer::muon; }, "muon"},
      {"R-3", megatronLm, kDense, [](Scenario& s) { s.workload.recompute = Recompute::selective; }, "saves nothing",
       true, false, Severity::warning},
      {"R-8", axolotl, kDense, [](Scenario& s) { fullShard(s), toFp8(s), s.workload.recompute = Recompute::full; },
       "slower than bf16", true, false, Severity::warning},
      // 8196 = 8·1024 + 4 tokens
      {"F-2", megatronLm, kDense, [](Scenario& s) { toFp8(s), s.parallel.tp = 1, s.workload.sequenceLength = 8196; },
       "8,196 tokens"},
      {"F-2", megatronLm, kDense,
       [](Scenario& s) { toFp8(s), s.model.shape.hidden = 8200, s.model.shape.headDim = 128; }, "hidden size 8,200"},
      // 28680 / 8 = 3585
      {"F-2", megatronLm, kDense, [](Scenario& s) { toFp8(s), s.model.shape.ffn = 28680; }, "MLP width 28,680"},
      {"F-2", megatronLm, kMoe, [](Scenario& s) { toFp8(s), s.model.shape.expertFfn = 14344; }, "expert width 14,344"},
      {"F-2", megatronLm, kMoe, [](Scenario& s) { toFp8(s), s.model.shape.sharedFfn = 14344; },
       "shared experts' width"},
      // (64 + 2·8)·68 / 8 = 680
      {"F-2", gptNeox, kDense, [](Scenario& s) { toFp8(s), s.model.shape.headDim = 68; }, "5,440 rows"},
      {"F-4", megatronLm, kDense, [](Scenario& s) { s.workload.precision = Precision::nvfp4; }, "needs Blackwell"},
      {"F-9", megatronLm, kDense, [](Scenario& s) { s.workload.optimizer = Optimizer::adamPureBf16; }, "reckons with 2",
       true, false, Severity::hint},
  };
}

template <std::int64_t ModelShape::*width, std::int64_t value, bool moe = false>
FrameworkCase fp4(const char* says) {
  return {"F-4", torchtitan, moe,
          [](Scenario& s) {
            s.workload.precision = Precision::nvfp4;
            s.cluster.device.generation = Generation::blackwell;
            s.cluster.device.peak.fp4 = 1e16;
            s.model.shape.*width = value;
          },
          says};
}

}  // namespace

std::vector<FrameworkCase> frameworkCases() {
  std::vector<FrameworkCase> all;
  for (const auto& cases : {worldCases(), sequenceCases(), pipelineCases(), stateCases()})
    all.insert(all.end(), cases.begin(), cases.end());
  all.push_back(fp4<&ModelShape::hidden, 8256>("hidden size 8,256"));  // 64·128 + 64
  all.push_back(fp4<&ModelShape::ffn, 28736>("MLP width 28,736"));
  all.push_back(fp4<&ModelShape::expertFfn, 14400, kMoe>("expert width 14,400"));
  all.push_back(fp4<&ModelShape::sharedFfn, 14400, kMoe>("shared experts' width 14,400"));
  all.push_back(fp4<&ModelShape::headDim, 65>("4,160 rows"));  // 64·65
  all.push_back(fp4<&ModelShape::headDim, 10>("80 rows"));     // queries 640 = 5·128, keys 8·10
  return all;
}

}  // namespace shardscope::test
