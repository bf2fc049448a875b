// Values and merges as mmcv's DictAction and Config.merge_from_dict make them; expected texts are theirs.
#include <gtest/gtest.h>

#include "config/overrides.h"
#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

std::string compact(const Node& node) {
  std::string text = to_json(node, 0);
  std::erase(text, '\n');
  if (const Sequence* sequence = node.sequence(); sequence && sequence->is_tuple) text = "tuple" + text;
  return text;
}

std::string value(std::string_view text) {
  std::string error;
  Node node = parse_override_value(text, error);
  return error.empty() ? compact(node) : "error: " + error;
}

TEST(OverrideValue, ReadsScalars) {
  EXPECT_EQ(value("18"), "18");
  EXPECT_EQ(value("-3"), "-3");
  EXPECT_EQ(value("+3"), "3");
  EXPECT_EQ(value("1_000"), "1000");
  EXPECT_EQ(value("007"), "7");
  EXPECT_EQ(value("1e-4"), "0.0001");
  EXPECT_EQ(value(".5"), "0.5");
  EXPECT_EQ(value("5."), "5.0");
  EXPECT_EQ(value("inf"), "Infinity");
  EXPECT_EQ(value("True"), "true");
  EXPECT_EQ(value("fAlse"), "false");
  EXPECT_EQ(value("None"), "null");
  EXPECT_EQ(value("none"), "\"none\"");
  EXPECT_EQ(value("ResNet"), "\"ResNet\"");
  EXPECT_EQ(value("'a b'"), "\"ab\"");
  EXPECT_EQ(value("0x10"), "\"0x10\"");
  EXPECT_EQ(value(""), "\"\"");
}

TEST(OverrideValue, ReadsListsAndTuples) {
  EXPECT_EQ(value("1,2,3"), "[1,2,3]");
  EXPECT_EQ(value("[a, b, 1.5]"), "[\"a\",\"b\",1.5]");
  EXPECT_EQ(value("(1,2)"), "tuple[1,2]");
  EXPECT_EQ(value("[(1, 2, 3), [a, b], c]"), "[[1,2,3],[\"a\",\"b\"],\"c\"]");
  EXPECT_EQ(value("[]"), "[]");
  EXPECT_EQ(value("()"), "tuple[]");
  EXPECT_EQ(value("a,(b"), "error: has brackets that do not match");
  EXPECT_TRUE(value(std::string(3000, '[') + std::string(3000, ']')).starts_with("error: is nested too deep"));
}

constexpr const char* kConfig =
    "model = dict(backbone=dict(depth=50), heads=[dict(n=1), dict(n=2)])\npipeline = [dict(type='A')]\nlr = 0.1\n";

std::string overridden(std::vector<std::pair<std::string, std::string>> overrides, std::string& said) {
  Scratch scratch(Texts{{"a.py", kConfig}});
  scratch.overrides = std::move(overrides);
  std::optional<Config> config = scratch.load("a.py");
  said = scratch.said();
  return config ? compact(config->root) : "";
}

TEST(Overrides, MergeByKeyAndIndex) {
  std::string said;
  EXPECT_EQ(
      overridden(
          {{"model.backbone.depth", "18"}, {"model.heads.1.n", "5"}, {"pipeline.0.size", "(4,4)"}, {"new.key", "x"}},
          said),
      "{\"model\": {\"backbone\": {\"depth\": 18},\"heads\": [{\"n\": 1},{\"n\": 5}]},"
      "\"pipeline\": [{\"type\": \"A\",\"size\": [4,4]}],\"lr\": 0.1,\"new\": {\"key\": \"x\"}}");
  EXPECT_EQ(said, "");
}

TEST(Overrides, NoteKeysThatWereNotThere) {
  const auto noted = [](std::vector<std::pair<std::string, std::string>> overrides) {
    Scratch scratch(Texts{{"a.py", kConfig}});
    scratch.overrides = std::move(overrides);
    const std::optional<Config> config = scratch.load("a.py");  // the findings point into it
    std::string text = scratch.said();
    for (const Assumption& assumption : scratch.assumptions) text += assumption.text + "\n";
    return text;
  };
  EXPECT_EQ(noted({{"model.backbone.depth", "18"}, {"model.heads.1.n", "5"}, {"lr", "1"}}), "");
  EXPECT_EQ(noted({{"cudnn_benchmark", "False"}}),
            "--set cudnn_benchmark=False adds a key: the config has no `cudnn_benchmark`\n");
  EXPECT_EQ(noted({{"model.heads.1.size", "5"}}),
            "--set model.heads.1.size=5 adds a key: the config has no `model.heads.1.size`\n");
  EXPECT_EQ(noted({{"other.part.n", "5"}}), "--set other.part.n=5 adds a key: the config has no `other`\n");
  EXPECT_EQ(
      noted({{"model.bakcbone.depth", "18"}}),
      "--set:1:1 invalid-config --set model.bakcbone.depth=18 adds a key: the config has no `model.bakcbone`; did "
      "you mean `model.backbone`?\n");
}

TEST(Overrides, SayWhatCannotBe) {
  std::string said;
  std::string config =
      overridden({{"lr.x", "1"}, {"pipeline.3.type", "B"}, {"pipeline.x", "1"}, {"", "1"}, {"a", "[1"}}, said);
  EXPECT_EQ(config,
            "{\"model\": {\"backbone\": {\"depth\": 50},\"heads\": [{\"n\": 1},{\"n\": 2}]},"
            "\"pipeline\": [{\"type\": \"A\"}],\"lr\": 0.1,\"a\": \"[1\"}");
  EXPECT_NE(said.find("--set lr.x=1 cannot be applied: `lr` is a dict here but float in the base"), std::string::npos)
      << said;
  EXPECT_NE(said.find("index 3 is beyond the list's 1 items"), std::string::npos) << said;
  EXPECT_NE(said.find("`x` is not an index"), std::string::npos) << said;
  EXPECT_NE(said.find("has no usable key"), std::string::npos) << said;
}

TEST(Overrides, HaveAPlaceOfTheirOwn) {
  Scratch scratch(Texts{{"a.py", kConfig}});
  scratch.overrides = {{"model.backbone.depth", "18"}};
  std::optional<Config> config = scratch.load("a.py");
  ASSERT_TRUE(config);
  const Node* depth = config->root.find_path("model.backbone.depth");
  ASSERT_NE(depth, nullptr);
  EXPECT_EQ(depth->span.source->path(), "--set");
  EXPECT_EQ(depth->span.text(), "18");
  EXPECT_EQ(config->root.find_path("model.heads")->span.source->path(), "a.py");
}

}  // namespace
}  // namespace vramlint::config::tests
