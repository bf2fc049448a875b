// One training step, interpreted: forward, loss, backward, optimizer step.
#pragma once

#include <memory>

#include "config/experiment.h"
#include "model/builder.h"
#include "model/inputs.h"

namespace vramlint::model {

struct StepParts {
  interp::Interpreter& interpreter;
  const std::shared_ptr<Builder>& builder;
  const config::Experiment& experiment;
  interp::Value names;  ///< a Dict: what expressions may name
  interp::Value model;  ///< an nn.Module
  config::Precision precision = config::Precision::fp32;
};

/// Writes the step's events and what is carried into the next iteration. Throws Failed.
void run_step(StepParts& parts, const std::vector<InputShape>& inputs);

}  // namespace vramlint::model
