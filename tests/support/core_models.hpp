// SPDX-License-Identifier: Apache-2.0
#pragma once
// Well-known models, typed in from their papers, and a small valid scenario to start tests from.

#include "core/scenario/scenario.hpp"

namespace shardscope::test {

inline ModelShape llama(std::int64_t layers, std::int64_t hidden, std::int64_t heads, std::int64_t kvHeads,
                        std::int64_t ffn, std::int64_t vocab) {
  ModelShape m;
  m.layers = layers;
  m.hidden = hidden;
  m.heads = heads;
  m.kvHeads = kvHeads;
  m.ffn = ffn;
  m.vocab = vocab;
  return m;
}
inline ModelShape llama2_7b() { return llama(32, 4096, 32, 32, 11008, 32000); }
inline ModelShape llama2_70b() { return llama(80, 8192, 64, 8, 28672, 32000); }
inline ModelShape llama3_70b() { return llama(80, 8192, 64, 8, 28672, 128256); }
inline ModelShape llama3_405b() { return llama(126, 16384, 128, 8, 53248, 128256); }

inline ModelShape mixtral_8x7b() {
  auto m = llama(32, 4096, 32, 8, 14336, 32000);
  m.experts = 8;
  m.topK = 2;
  m.expertFfn = 14336;
  return m;
}

inline ModelShape deepseekV3() {
  auto m = llama(61, 7168, 128, 128, 18432, 129280);
  m.experts = 256;
  m.topK = 8;
  m.expertFfn = m.sharedFfn = 2048;
  m.denseLayers = 3;
  m.routerBias = true;
  m.qRank = 1536;
  m.kvRank = 512;
  m.nopeDim = m.vDim = 128;
  m.ropeDim = 64;
  return m;
}

// GPT of 2104.04473 and 2205.05198: biases, LayerNorm, learned positions, tied head, dropout, vocabulary 51200.
inline ModelShape gpt(std::int64_t layers, std::int64_t hidden, std::int64_t heads) {
  auto m = llama(layers, hidden, heads, heads, 4 * hidden, 51200);
  m.gated = false;
  m.norm = Norm::layer;
  m.bias = m.tied = m.dropout = true;
  m.learnedPositions = 2048;
  return m;
}
inline ModelShape gpt22b() { return gpt(48, 6144, 64); }
inline ModelShape gpt175b() { return gpt(96, 12288, 96); }
inline ModelShape gpt530b() { return gpt(105, 20480, 128); }
inline ModelShape gpt1t() { return gpt(128, 25600, 160); }

// The model on `gpus` GPUs of 80 GB (81,559 MiB), 8 a node, no parallelism yet.
inline Scenario scenarioOf(const ModelShape& model, std::int64_t gpus, std::int64_t sequence) {
  Scenario s;
  s.model.shape = model;
  s.cluster.device.name = "H100 80 GB";
  s.cluster.device.peak = {989e12, 1979e12, 0};
  s.cluster.device.memory = Bytes(81559LL << 20);
  s.cluster.device.nominalGb = 80;
  s.cluster.device.hbm = BytesPerSecond(3.35e12);
  s.cluster.device.sms = 132;
  s.cluster.device.linkRate = BytesPerSecond(450e9);
  s.cluster.device.nic = BytesPerSecond(50e9);
  s.cluster.gpus = gpus;
  s.workload.sequenceLength = sequence;
  return s;
}

}  // namespace shardscope::test
