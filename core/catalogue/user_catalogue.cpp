// SPDX-License-Identifier: Apache-2.0
// The user's own entries on top of the built-in ones.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/catalogue/catalogue.hpp"
#include "core/catalogue/catalogue_builder.hpp"
#include "core/io/file.hpp"
#include "core/io/utf8.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

namespace fs = std::filesystem;

// Files in the order of their names, so that the same folder always gives the same catalogue.
void addFolder(CatalogueBuilder& builder, const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failure;
  for (fs::directory_iterator at(fs::path(folder), failure), end; !failure && at != end; at.increment(failure))
    if (at->path().extension() == ".json") paths.push_back(at->path().string());
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    const auto text = readFile(path, kMaxScenarioBytes);
    if (text)
      builder.add(*text, path, true);
    else
      builder.fail(text.error());
  }
}

std::vector<std::string> notices(const CatalogueBuilder& builder, Language language) {
  std::vector<std::string> sentences;
  for (const auto& entry : builder.overridden())
    sentences.push_back(
        text("cat-overridden", language, {{"id", shortened(entry.id)}, {"file", shortened(entry.file, kLongestPart)}}));
  return sentences;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

struct InForce {
  CatalogueBuilder builder;  // keeps what there was to say
  Catalogue catalogue;
  InForce() {
    builder.addBuiltIn();
    if (const auto folder = Catalogue::userFolder(); !folder.empty()) addFolder(builder, folder);
    catalogue = builder.finish();
  }
};

const InForce& inForce() {
  static const InForce instance;
  return instance;
}

}  // namespace

Catalogue Catalogue::withUserFolder(const std::string& folder, std::vector<std::string>& notices,
                                    std::vector<Error>& errors, Language language) {
  CatalogueBuilder builder;
  builder.addBuiltIn();
  addFolder(builder, folder);
  auto catalogue = builder.finish();
  for (auto& notice : shardscope::notices(builder, language)) notices.push_back(std::move(notice));
  errors.insert(errors.end(), builder.errors().begin(), builder.errors().end());
  return catalogue;
}

std::string Catalogue::userFolder() {
  if (const auto data = environment("SHARDSCOPE_DATA"); !data.empty()) return data + "/catalogue";
  if (const auto data = environment("XDG_DATA_HOME"); !data.empty()) return data + "/shardscope/catalogue";
  if (const auto home = environment("HOME"); !home.empty()) return home + "/.local/share/shardscope/catalogue";
  return {};
}

const Catalogue& catalogue() { return inForce().catalogue; }

std::vector<std::string> catalogueNotices(Language language) {
  auto sentences = notices(inForce().builder, language);
  for (const auto& error : inForce().builder.errors()) sentences.push_back(message(error, language));
  return sentences;
}

}  // namespace shardscope
