// SPDX-License-Identifier: Apache-2.0
#include "core/validate/calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/validate/bands.hpp"

namespace shardscope {
namespace {

// Spread of a measured step time around the model at its best, as a fraction: repeats at equal configuration and what
// the formulas leave out, about 5 % on the published runs.
constexpr double kNoise = 0.05;
// Beyond this many spreads a vote pulls no harder (Huber): one odd run must not decide.
constexpr double kPull = 1;
// A change below this is none: it would suggest that the runs said something.
constexpr double kSmallestChange = 0.002;
constexpr double kLargest = 0.99, kSmallest = 0.01;  // of an efficiency
constexpr int kSteps = 30;
constexpr double kLongestStep = 0.3;  // of a logarithm
constexpr double kDifference = 0.01;  // for derivatives
constexpr double kConverged = 1e-5;

// An efficiency, or two that move together, and how far a site's may lie from the published ones (standard deviation of
// the logarithm): clusters whose runs were not in the calibration were 15 % off, networks differ more than chips.
struct Parameter {
  double DeviceEfficiency::*first;
  std::optional<double> EfficiencyEdit::*firstEdit;
  double DeviceEfficiency::*second;
  std::optional<double> EfficiencyEdit::*secondEdit;
  double spread;
};
using D = DeviceEfficiency;
using E = EfficiencyEdit;
constexpr std::array kParameters = {
    Parameter{&D::gemm, &E::gemm, nullptr, nullptr, 0.15},
    Parameter{&D::fp8, &E::fp8, nullptr, nullptr, 0.15},
    Parameter{&D::fp4, &E::fp4, nullptr, nullptr, 0.15},
    Parameter{&D::hbm, &E::hbm, nullptr, nullptr, 0.10},
    Parameter{&D::attentionForward, &E::attentionForward, &D::attentionBackward, &E::attentionBackward, 0.25},
    Parameter{&D::link, &E::link, nullptr, nullptr, 0.20},
    Parameter{&D::nic, &E::nic, nullptr, nullptr, 0.30},
};
constexpr std::size_t kCount = kParameters.size();
using Vector = std::array<double, kCount>;
using Matrix = std::array<Vector, kCount>;

double scaled(double efficiency, double logarithm) {
  return std::clamp(efficiency * std::exp(logarithm), std::min(kSmallest, efficiency), std::max(kLargest, efficiency));
}

D scaledBy(D efficiency, const Vector& logarithms) {
  for (std::size_t j = 0; j < kCount; ++j) {
    const auto& parameter = kParameters[j];
    efficiency.*parameter.first = scaled(efficiency.*parameter.first, logarithms[j]);
    if (parameter.second) efficiency.*parameter.second = scaled(efficiency.*parameter.second, logarithms[j]);
  }
  return efficiency;
}

// Solves a · x = b for a symmetric positive definite matrix (Cholesky).
Vector solved(Matrix a, Vector b) {
  for (std::size_t j = 0; j < kCount; ++j) {
    for (std::size_t k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = std::sqrt(a[j][j]);
    for (std::size_t i = j + 1; i < kCount; ++i) {
      for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = kCount; i-- > 0;) {
    for (std::size_t k = i + 1; k < kCount; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

double bandOf(const std::vector<Residual>& residuals) {
  std::vector<double> sizes;
  for (const auto& each : residuals) sizes.push_back(std::fabs(each.error()));
  return coveringBound(std::move(sizes), kBandCoverage);
}

class DeviceFit {
 public:
  explicit DeviceFit(std::vector<const Vote*> votes)
      : votes_(std::move(votes)), published_(votes_.front()->run().scenario.cluster.device.efficiency) {}

  DeviceCalibration result() {
    fit();
    std::vector<Residual> before, after, leftOut;
    for (std::size_t i = 0; i < votes_.size(); ++i) {
      before.push_back(residual(i, Vector{}));
      after.push_back(residual(i, logarithms_));
      leftOut.push_back(residual(i, withoutVote(i)));
    }
    DeviceCalibration out;
    out.gpu = votes_.front()->run().scenario.cluster.gpuId;
    out.runs = static_cast<std::int64_t>(votes_.size());
    out.mapeBefore = summarized(before).mape;
    out.biasBefore = summarized(before).bias;
    out.mapeLeftOut = summarized(leftOut).mape;
    // What does not predict a run that it has not seen better than the catalogue's values is not kept.
    const bool helps = out.mapeLeftOut < out.mapeBefore;
    if (helps) out.efficiency = edit();
    out.mapeAfter = summarized(helps ? after : before).mape;
    out.biasAfter = summarized(helps ? after : before).bias;
    out.bandLeftOut = bandOf(helps ? leftOut : before);
    return out;
  }

 private:
  Residual residual(std::size_t i, const Vector& logarithms) {
    const auto& vote = *votes_[i];
    scenario_ = vote.run().scenario;
    scenario_.cluster.device.efficiency = scaledBy(published_, logarithms);
    fillFigures(scenario_, report_);
    return {vote.time->id, vote.time->measured, report_.time.step.count()};
  }

  static double logRatio(const Residual& residual) { return std::log(residual.measured / residual.predicted); }

  // What the runs are off by and how each would move, at the present values.
  void linearize() {
    ratios_.assign(votes_.size(), 0);
    slopes_.assign(votes_.size(), Vector{});
    for (std::size_t i = 0; i < votes_.size(); ++i) {
      ratios_[i] = logRatio(residual(i, logarithms_));
      for (std::size_t j = 0; j < kCount; ++j) {
        auto moved = logarithms_;
        moved[j] += kDifference;
        slopes_[i][j] = (ratios_[i] - logRatio(residual(i, moved))) / kDifference;
      }
    }
  }

  // The step to the most likely values, all votes counted but `leftOut`.
  Vector step(std::size_t leftOut) const {
    Matrix curvature{};
    Vector gradient{};
    for (std::size_t j = 0; j < kCount; ++j) {
      const double weight = 1 / (kParameters[j].spread * kParameters[j].spread);
      curvature[j][j] = weight;
      gradient[j] = -weight * logarithms_[j];
    }
    for (std::size_t i = 0; i < votes_.size(); ++i) {
      if (i == leftOut) continue;
      const double weight = std::min(1.0, kPull * kNoise / std::fabs(ratios_[i])) / (kNoise * kNoise);
      for (std::size_t j = 0; j < kCount; ++j) {
        gradient[j] += weight * slopes_[i][j] * ratios_[i];
        for (std::size_t k = 0; k < kCount; ++k) curvature[j][k] += weight * slopes_[i][j] * slopes_[i][k];
      }
    }
    return solved(curvature, gradient);
  }

  void fit() {
    for (int n = 0; n < kSteps; ++n) {
      linearize();
      const auto move = step(votes_.size());
      double longest = 0;
      for (std::size_t j = 0; j < kCount; ++j) {
        logarithms_[j] += std::clamp(move[j], -kLongestStep, kLongestStep);
        longest = std::max(longest, std::fabs(move[j]));
      }
      if (longest < kConverged) return;
    }
  }

  // The values that the other votes give: one more step from the optimum of all. The curvature hardly changes, so this
  // is what a fit of its own would find (a test compares them).
  Vector withoutVote(std::size_t i) const {
    auto logarithms = logarithms_;
    const auto move = step(i);
    for (std::size_t j = 0; j < kCount; ++j) logarithms[j] += move[j];
    return logarithms;
  }

  EfficiencyEdit edit() const {
    EfficiencyEdit edit;
    const auto fitted = scaledBy(published_, logarithms_);
    const auto rounded = [](double value) { return std::round(value * 1e4) / 1e4; };
    for (std::size_t j = 0; j < kCount; ++j) {
      const auto& parameter = kParameters[j];
      if (std::fabs(logarithms_[j]) < kSmallestChange) continue;
      edit.*parameter.firstEdit = rounded(fitted.*parameter.first);
      if (parameter.second) edit.*parameter.secondEdit = rounded(fitted.*parameter.second);
    }
    return edit;
  }

  std::vector<const Vote*> votes_;
  DeviceEfficiency published_;
  Vector logarithms_{};
  std::vector<double> ratios_;
  std::vector<Vector> slopes_;
  Scenario scenario_;
  Report report_;
};

}  // namespace

Profile calibrated(const std::vector<Vote>& votes) {
  std::vector<std::vector<const Vote*>> devices;
  for (const auto& vote : votes) {
    if (!vote.time) continue;
    const auto same = [&](const std::vector<const Vote*>& each) {
      return each.front()->run().scenario.cluster.gpuId == vote.run().scenario.cluster.gpuId;
    };
    auto place = std::find_if(devices.begin(), devices.end(), same);
    if (place == devices.end()) place = devices.insert(devices.end(), std::vector<const Vote*>{});
    place->push_back(&vote);
  }
  Profile profile{.modelVersion = kModelVersion, .devices = {}};
  for (auto& each : devices)
    if (each.size() >= kFewestVotes) profile.devices.push_back(DeviceFit(std::move(each)).result());
  return profile;
}

}  // namespace shardscope
