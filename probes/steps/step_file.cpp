#include "probes/steps/step_file.h"

#include "probes/steps/optimizers.h"
#include "probes/steps/read_graph.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

void read_truth(const json& object, const char* name, bool& target) { target = object.value(name, target); }

void read_choice(const json& object, const char* name, std::optional<bool>& target) {
  const auto found = object.find(name);
  if (found != object.end() && found->is_boolean()) target = found->get<bool>();
}

void read_optimizer(const json& object, config::OptimizerFacts& facts) {
  facts.name = object.value("name", facts.name);
  read_truth(object, "momentum", facts.momentum);
  read_truth(object, "nesterov", facts.nesterov);
  read_truth(object, "amsgrad", facts.amsgrad);
  read_truth(object, "centered", facts.centered);
  read_truth(object, "weight_decay", facts.weight_decay);
  read_truth(object, "maximize", facts.maximize);
  read_truth(object, "capturable", facts.capturable);
  read_choice(object, "foreach", facts.foreach);
  read_choice(object, "fused", facts.fused);
  read_choice(object, "set_to_none", facts.set_to_none);
}

/// What surrounds the graph and is not run.
void refuse_the_rest(const json& experiment) {
  const auto distributed = experiment.find("distributed");
  if (distributed == experiment.end() || distributed->is_null()) return;
  throw GraphError("the probe runs a single process on one device; " + distributed->get<std::string>() + " is not run");
}

}  // namespace

StepFile read_step(const json& file, bool cuda) {
  StepFile result;
  config::OptimizerFacts& optimizer = result.experiment.optimizer;
  try {
    for (const json& phase : file.at("phases")) result.phases.push_back(read_graph(phase));
    const auto experiment = file.find("experiment");
    if (experiment != file.end() && !experiment->is_null()) {
      result.experiment.accumulation = experiment->value("accumulation", int64_t{1});
      result.settings = experiment->value("settings", std::string());
      if (experiment->contains("ema") && !experiment->at("ema").is_null()) {
        result.experiment.ema.emplace().buffers = experiment->at("ema").value("buffers", true);
      }
      if (experiment->contains("optimizer")) read_optimizer(experiment->at("optimizer"), optimizer);
      refuse_the_rest(*experiment);
    }
  } catch (const json::exception& error) {
    throw GraphError(error.what());
  }
  // What torch/optim takes on a CPU unless it is asked otherwise (torch/optim/optimizer.py, 1.13 to 2.7).
  if (!cuda && !optimizer.foreach) optimizer.foreach = false;
  return result;
}

}  // namespace vramlint::probes
