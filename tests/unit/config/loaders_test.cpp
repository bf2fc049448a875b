// Against the real loaders: see loaders/README.md.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests/unit/config/loaders";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string expected_name(std::string path) {
  for (size_t at = path.find('/'); at != std::string::npos; at = path.find('/')) path.replace(at, 1, "__");
  return path + ".json";
}

/// What mmcv and mmengine read with other means when no `_base_` is there to recognise the file by.
std::optional<Config> load(Scratch& scratch, const std::string& path) {
  const Source& source = *scratch.files.read(path).source;
  LoadContext context = scratch.context();
  for (const Dialect* dialect : dialects()) {
    if (dialect->name == "mmengine") return dialect->load(source, context);
  }
  return std::nullopt;
}

class RealLoaders : public testing::TestWithParam<std::string> {};

TEST_P(RealLoaders, SayTheSame) {
  Scratch scratch(Texts{}, kFolder);
  std::optional<Config> config = load(scratch, GetParam());
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_EQ(to_json(config->root), text_of(kFolder / "expected" / expected_name(GetParam())));
  EXPECT_EQ(scratch.said(), "");
}

TEST_P(RealLoaders, SayTheSameThroughACache) {
  Scratch scratch(Texts{}, kFolder);
  BaseCache cache;
  scratch.cache = &cache;
  std::optional<Config> first = load(scratch, GetParam());
  std::optional<Config> second = load(scratch, GetParam());
  ASSERT_TRUE(first && second);
  EXPECT_EQ(to_json(first->root), to_json(second->root));
  EXPECT_EQ(first->files, second->files);
}

std::vector<std::string> configs() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder / "expected")) {
    std::string name = entry.path().stem().string();
    for (size_t at = name.find("__"); at != std::string::npos; at = name.find("__")) name.replace(at, 2, "/");
    found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(configs, RealLoaders, testing::ValuesIn(configs()), test_name);

TEST(RealLoaders, AreComparedOnEveryConfig) { EXPECT_GE(configs().size(), 17U); }

}  // namespace
}  // namespace vramlint::config::tests
