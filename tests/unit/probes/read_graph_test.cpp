// A graph that was dumped and read back is the same graph.
#include "probes/steps/read_graph.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "dump.h"
#include "graph/hash.h"
#include "model_file.h"

namespace vramlint::probes {
namespace {

using nlohmann::json;

json dumped(const std::string& file) {
  const auto recipe = model::recipe_of_model(file);
  Analysis analysis;
  model::BuildResult result = recipe->build();
  if (!result.built) return {};
  analysis.built = std::move(result.built);
  return json::parse(*dump("graph", analysis, true)).at("phases").at(0);
}

TEST(ReadGraph, GivesBackEveryModel) {
  size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(VRAMLINT_SOURCE_DIR "/tests/models")) {
    if (entry.path().extension() != ".py") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const json phase = dumped(entry.path().filename().string());
    if (phase.is_null()) continue;
    const graph::Graph graph = read_graph(phase);
    EXPECT_EQ(graph::hash(graph), phase.at("hash").get<std::string>());
    EXPECT_EQ(graph.events.size(), phase.at("events").size());
    ++read;
  }
  EXPECT_GE(read, 40U);
}

TEST(ReadGraph, TellsGraphsApart) {
  const json phase = dumped("mlp.py");
  json other = phase;
  for (json& event : other["events"]) {
    if (event["event"] == "drop") {
      event["tensor"] = event["tensor"].get<int>() == 0 ? 1 : 0;
      break;
    }
  }
  EXPECT_NE(graph::hash(read_graph(phase)), graph::hash(read_graph(other)));
  json renamed = phase;
  for (json& parameter : renamed["parameters"]) parameter["name"] = "other";
  EXPECT_EQ(graph::hash(read_graph(phase)), graph::hash(read_graph(renamed)));
}

TEST(ReadGraph, RefusesWhatIsNotSound) {
  const json phase = dumped("mlp.py");
  const auto with = [&](auto change) {
    json broken = phase;
    change(broken);
    return broken;
  };
  EXPECT_THROW(read_graph(json::object()), GraphError);
  EXPECT_THROW(read_graph(with([](json& g) { g["tensors"][0]["storage"] = 1000000; })), GraphError);
  EXPECT_THROW(read_graph(with([](json& g) { g["tensors"][0]["dtype"] = "float12"; })), GraphError);
  EXPECT_THROW(read_graph(with([](json& g) { g["inputs"] = {-1}; })), GraphError);
  EXPECT_THROW(read_graph(with([](json& g) { g["events"][0] = {{"event", "dance"}}; })), GraphError);
  const auto call_of = [](json& g) -> json& {
    for (json& event : g["events"]) {
      if (event["event"] == "call") return event;
    }
    return g["events"][0];
  };
  EXPECT_THROW(read_graph(with([&](json& g) { call_of(g)["op"] = "no_such(Tensor self) -> Tensor"; })), GraphError);
  EXPECT_THROW(read_graph(with([&](json& g) { call_of(g)["arguments"] = json::array(); })), GraphError);
  EXPECT_THROW(read_graph(with([&](json& g) { call_of(g)["requires_grad"] = json::array(); })), GraphError);
}

}  // namespace
}  // namespace vramlint::probes
