#include "probes/steps/step_file.h"

#include "probes/steps/read_graph.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

void read_truth(const json& object, const char* name, bool& target) { target = object.value(name, target); }

void read_optimizer(const json& object, config::OptimizerFacts& facts) {
  facts.name = object.value("name", facts.name);
  read_truth(object, "momentum", facts.momentum);
  read_truth(object, "nesterov", facts.nesterov);
  read_truth(object, "amsgrad", facts.amsgrad);
  read_truth(object, "centered", facts.centered);
  read_truth(object, "weight_decay", facts.weight_decay);
  if (object.contains("set_to_none") && object["set_to_none"].is_boolean()) {
    facts.set_to_none = object["set_to_none"].get<bool>();
  }
  facts.foreach = false;  // what torch/optim takes on a CPU
  facts.fused = false;
}

}  // namespace

StepFile read_step(const json& file) {
  StepFile result;
  result.experiment.optimizer.foreach = false;
  try {
    for (const json& phase : file.at("phases")) result.phases.push_back(read_graph(phase));
    const auto experiment = file.find("experiment");
    if (experiment == file.end() || experiment->is_null()) return result;
    result.experiment.accumulation = experiment->value("accumulation", int64_t{1});
    result.settings = experiment->value("settings", std::string());
    if (experiment->contains("ema") && !experiment->at("ema").is_null()) {
      result.experiment.ema.emplace().buffers = experiment->at("ema").value("buffers", true);
    }
    if (experiment->contains("optimizer")) read_optimizer(experiment->at("optimizer"), result.experiment.optimizer);
  } catch (const json::exception& error) {
    throw GraphError(error.what());
  }
  return result;
}

}  // namespace vramlint::probes
