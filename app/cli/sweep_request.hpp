// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the options of sweep ask for.

#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "core/sweep/sweep.hpp"

namespace shardscope::cli {

struct SweepRequest {
  SweepSpace space;
  SweepOptions options;
  std::size_t listed = 0;  // rows of the ranking to show; the sweep keeps more of them to compare with
};

// Reads the options; the first that is not possible is told in problem().
class SweepRequestReader {
 public:
  SweepRequestReader(const Options& options, const Scenario& scenario) : options_(options), scenario_(scenario) {}

  SweepRequest request();
  const std::string& problem() const { return problem_; }

 private:
  using Values = std::vector<std::int64_t>;
  struct Named {
    SweepAxis axis;
    Values values;  // empty: all
  };

  SweepSpace space();
  std::optional<Named> named(const std::string& item);
  Values values(const std::string& item, SweepAxis axis, const std::string& wanted);
  Values valuesOfRange(SweepAxis axis, const std::string& least, const std::string& greatest) const;
  std::optional<std::int64_t> value(SweepAxis axis, const std::string& text) const;
  void apply(SweepSpace& space, const Named& named);
  void readAxes(SweepRequest& request);
  std::optional<SweepAxis> axis(const char* option, const std::string& name);
  bool isNamed(SweepAxis axis) const;
  std::size_t number(const char* option, const std::string& text, std::size_t least, std::size_t greatest,
                     std::size_t otherwise);
  void refuseAxes(const char* message, const std::string& found);
  void refuse(const char* option, const std::string& found, const std::string& allowed);

  const Options& options_;
  const Scenario& scenario_;
  std::vector<Named> named_;  // by --vary
  std::string problem_;
};

}  // namespace shardscope::cli
