// The models of tests/models against what real PyTorch said of them.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "fixture.h"
#include "graph/torch_profile.h"
#include "memory/trace.h"

namespace vramlint::model {
namespace {

using nlohmann::json;

const std::filesystem::path kTests = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests";

/// Files whose saved bytes differ between CPU and GPU by nature, and why.
const std::map<std::string, std::string> kExempt = {
    {"recurrent_tagger.py", "the LSTM, the GRU and the cell are unfused on the CPU and cuDNN's or fused on a GPU"},
    {"volume_lstm.py", "the LSTM is unfused on the CPU and cuDNN's on a GPU"},
};

const json& recording() {
  static const json all = [] {
    std::ifstream file(kTests / "recordings" / "1.13.1-cpu" / "models.json");
    return json::parse(file);
  }();
  return all["models"];
}

std::vector<std::string> recorded_files() {
  std::vector<std::string> files;
  for (const auto& [file, record] : recording().items()) files.push_back(file);
  return files;
}

config::Node node_of(const interp::Value& value) {
  config::Node node;
  if (value.is_bool())
    node.value = value.as_bool();
  else if (value.is_int())
    node.value = value.as_int();
  else if (value.is_real())
    node.value = value.as_real();
  else if (value.is_string())
    node.value = std::string(value.as_string());
  else if (auto* list = value.as<interp::List>()) {
    config::Sequence sequence;
    for (const interp::Value& item : list->items) sequence.items.push_back(node_of(item));
    node.value = std::move(sequence);
  } else if (auto* dict = value.as<interp::Dict>()) {
    config::Mapping mapping;
    for (const interp::Dict::Entry& entry : dict->entries()) {
      if (!entry.live) continue;
      config::Entry made;
      made.key = std::string(entry.key.as_string());
      made.value = node_of(entry.value);
      mapping.entries.push_back(std::move(made));
    }
    node.value = std::move(mapping);
  }
  return node;
}

/// The value of a name that the file assigns a literal to.
std::string literal_text(const std::string& source, const std::string& name) {
  size_t start = source.find("\n" + name + " = ");
  if (start == std::string::npos) return "";
  start += name.size() + 4;
  int depth = 0;
  size_t end = start;
  do {
    if (source[end] == '{' || source[end] == '[') ++depth;
    if (source[end] == '}' || source[end] == ']') --depth;
    ++end;
  } while (depth > 0);
  return source.substr(start, end - start);
}

class Truth : public testing::TestWithParam<std::string> {};

TEST_P(Truth, ParametersAndSavedBytesAreThoseOfPyTorch) {
  const std::string file = GetParam();
  const std::string module = file.substr(0, file.find('.'));
  std::ifstream stream(kTests / "models" / file);
  std::string text((std::istreambuf_iterator<char>(stream)), {});

  Recipe recipe;
  recipe.torch = "1.13";
  recipe.root = kTests / "models";
  DiskFiles files(recipe.root);
  interp::ParsedModules parsed;
  interp::Interpreter interpreter({files, parsed, nullptr, {}, files.root(), {}});
  Source cfg("cfg", literal_text(text, "CFG"));
  interp::Value names(new interp::Dict);
  auto value = interpreter.evaluate(cfg, names);
  ASSERT_TRUE(std::holds_alternative<interp::Value>(value)) << cfg.text();
  recipe.config.root = node_of(std::get<interp::Value>(value));
  for (const json& input : json::parse(literal_text(text, "INPUTS"))) {
    recipe.inputs.push_back(input[0].get<std::string>() + input[1].dump());
  }
  recipe.model = module + ".build(cfg)";
  recipe.loss = module + ".loss(outputs)";
  BuildResult result = recipe.build();
  if (result.failure) {
    FAIL() << result.failure->message << " at " << result.failure->span.source->path() << ":"
           << result.failure->span.start().line << ": " << result.failure->span.text();
  }

  const json& record = recording()[file];
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(graph.parameter_count(false), record["parameters"]["total"]);
  EXPECT_EQ(graph.parameter_count(true), record["parameters"]["trainable"]);
  EXPECT_EQ(graph.parameter_bytes().point.count, record["parameters"]["bytes"]);
  if (kExempt.contains(file)) return;
  config::Experiment experiment;
  memory::Trace trace = memory::trace(graph, experiment, *graph::torch_profile("1.13"), memory::Scenario::point);
  EXPECT_EQ(trace.saved_for_backward.count,
            record["saved_for_backward"].get<int64_t>() - record["wrapped_numbers"].get<int64_t>());
}

INSTANTIATE_TEST_SUITE_P(Models, Truth, testing::ValuesIn(recorded_files()),
                         [](const auto& model) { return model.param.substr(0, model.param.find('.')); });

TEST(Truth, EveryModelIsRecorded) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kTests / "models")) {
    if (entry.path().extension() != ".py") continue;
    ++count;
    EXPECT_TRUE(recording().contains(entry.path().filename().string())) << entry.path();
  }
  EXPECT_EQ(count, recording().size());
}

}  // namespace
}  // namespace vramlint::model
