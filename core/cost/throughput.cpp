// SPDX-License-Identifier: Apache-2.0
#include "core/cost/throughput.hpp"

#include "core/cost/gemm.hpp"

namespace shardscope {
double lowMfu(const Device& device, Precision precision) {
  return kLowMfu * productFormat(device, precision).peakFlops / device.peak.bf16;
}

void fillThroughput(const Scenario& scenario, Report& report) {
  auto& out = report.throughput;
  const double step = report.time.step.count();
  const double gpus = static_cast<double>(report.batch.gpus);
  const auto& device = scenario.cluster.device;
  const double perGpu = report.flops.model.count() / step / gpus;
  out.tokensPerS = static_cast<double>(report.batch.globalTokens) / step;
  out.tokensPerSPerGpu = out.tokensPerS / gpus;
  out.tflopsPerGpu = perGpu / 1e12;
  out.mfu = perGpu / device.peak.bf16;
  out.hfu = report.flops.hardware.count() / step / gpus / device.peak.bf16;
  out.mfuOwnPrecision = perGpu / productFormat(device, scenario.workload.precision).peakFlops;

  report.train.reset();
  if (!scenario.workload.trainTokens) return;
  TrainReport train;
  const double seconds = *scenario.workload.trainTokens / out.tokensPerS;
  train.days = seconds / 86400;
  train.gpuHours = seconds / 3600 * gpus;
  if (scenario.cluster.pricePerGpuHour) train.cost = train.gpuHours * *scenario.cluster.pricePerGpuHour;
  report.train = train;
}

}  // namespace shardscope
