#include "measured.h"

#include <nlohmann/json.hpp>

#include "graph/hash.h"

namespace vramlint {

namespace {

std::optional<Bytes> size_at(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_integer() || found->get<int64_t>() < 0) return std::nullopt;
  return Bytes(found->get<int64_t>());
}

std::string text_at(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Empty if it is no record of version 1 with its three figures.
std::optional<Measured> parse(const std::string& text) {
  const nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
  if (!object.is_object() || object.value("version", nlohmann::json()) != nlohmann::json(1)) return std::nullopt;
  const auto allocated = size_at(object, "peak_allocated"), reserved = size_at(object, "peak_reserved");
  const auto saved = size_at(object, "saved");
  if (!allocated || !reserved || !saved) return std::nullopt;
  Measured result;
  result.kind = text_at(object, "kind");
  result.phase = text_at(object, "phase");
  result.settings = text_at(object, "settings");
  result.graph_hash = text_at(object, "graph_hash");
  result.torch = text_at(object, "torch");
  result.cuda = text_at(object, "cuda");
  result.device = text_at(object, "device");
  result.date = text_at(object, "date");
  result.peak_allocated = *allocated;
  result.peak_reserved = *reserved;
  result.saved = *saved;
  result.context = size_at(object, "context");
  result.process = size_at(object, "process");
  return result;
}

/// The record of this phase, if there is one that holds.
std::optional<Measured> record_of(Analysis& analysis, const graph::Graph& graph, const Session& session) {
  const std::string hash = graph::hash(graph);
  const std::string path = std::string(kMeasuredFolder) + "/" + hash + ".json";
  if (!session.files.is_file(path)) return std::nullopt;
  const ReadResult read = session.files.read(path);
  std::optional<Measured> measured = read ? parse(read.source->text()) : std::nullopt;
  const auto set_aside = [&](const std::string& why) {
    analysis.outcome.assumptions.push_back({"the measurement " + path + " is set aside: " + why, {}});
    return std::nullopt;
  };
  if (!measured) return set_aside(read ? "it is no record of version 1" : std::string(to_string(read.error)));
  if (measured->graph_hash != hash) return set_aside("it is of another graph");
  const std::string settings = probe_settings(*analysis.experiment);
  if (measured->settings != settings) {
    return set_aside("it was taken with '" + measured->settings + "', not with '" + settings + "'");
  }
  measured->phase = graph.phase;
  measured->path = path;
  return measured;
}

}  // namespace

std::string probe_settings(const config::Experiment& experiment) {
  const config::OptimizerFacts& optimizer = experiment.optimizer;
  std::string text = optimizer.name;
  const std::pair<bool, const char*> terms[] = {{optimizer.momentum, "momentum"},
                                                {optimizer.nesterov, "nesterov"},
                                                {optimizer.amsgrad, "amsgrad"},
                                                {optimizer.centered, "centered"},
                                                {optimizer.weight_decay, "weight decay"}};
  for (const auto& [there, name] : terms) text += there ? std::string(", ") + name : "";
  if (optimizer.set_to_none) text += *optimizer.set_to_none ? ", gradients to none" : ", gradients to zero";
  if (experiment.accumulation > 1) text += "; accumulation " + std::to_string(experiment.accumulation);
  if (experiment.ema) text += experiment.ema->buffers ? "; average of parameters and buffers" : "; average";
  return text;
}

void pick_up_measured(Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.experiment) return;
  if (!session.files.is_directory(kMeasuredFolder)) return;
  auto& kept = analysis.outcome.measured;
  for (const graph::Graph& graph : analysis.built->phases) {
    std::optional<Measured> found = record_of(analysis, graph, session);
    if (!found) continue;
    if (!kept || found->peak_reserved > kept->peak_reserved) kept = std::move(found);
  }
}

}  // namespace vramlint
