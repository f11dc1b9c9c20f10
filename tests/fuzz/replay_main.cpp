// SPDX-License-Identifier: Apache-2.0
// Stands in for libFuzzer where there is none: runs a fuzz target over files, folders of files and random bytes.
//   replay [--random COUNT [SEED]] [FILE | FOLDER]…
// Ends with 0 when every input passed; a broken claim ends the process where it breaks.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

bool runFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) return false;
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);  // names the culprit if this is the last line
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  return true;
}

// Inputs run, 0 if a path cannot be read.
std::size_t runPath(const fs::path& path) {
  if (!fs::is_directory(path)) return fs::exists(path) && runFile(path) ? 1 : 0;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return static_cast<std::size_t>(std::count_if(files.begin(), files.end(), runFile));
}

// Each input has a seed of its own, so that the one that breaks can be run alone: --random 1 SEED.
void runRandom(std::uint64_t count, std::uint64_t seed) {
  std::array<unsigned char, 512> bytes{};
  for (auto i = seed; i < seed + count; ++i) {
    if ((i - seed) % 10'000 == 0) {
      std::printf("seed %llu\n", static_cast<unsigned long long>(i));
      std::fflush(stdout);
    }
    std::mt19937_64 random(i);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
}

bool isNumber(std::string_view text, std::uint64_t& number) {
  const auto end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) {
    std::uint64_t count = 0, seed = 0;
    if (std::string_view(argv[i]) == "--random") {
      if (i + 1 == argc || !isNumber(argv[++i], count)) return std::fputs("--random needs a count\n", stderr), 3;
      if (i + 1 < argc && isNumber(argv[i + 1], seed)) ++i;
      runRandom(count, seed);
      inputs += count;
      continue;
    }
    const auto run = runPath(argv[i]);
    if (run == 0) return std::fprintf(stderr, "%s holds no input\n", argv[i]), 2;
    inputs += run;
  }
  std::printf("%zu inputs passed\n", inputs);
  return inputs > 0 ? 0 : 3;
}
