// What it takes to undo the arm of a branch.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"
#include "interp/value.h"
#include "model/autocast.h"

namespace vramlint::model {

struct Tensor;

/// Where the arm of an unknown branch begins that is tried.
struct BranchMark {
  size_t open, events, tensors, storages, changes, programs, segments;
  size_t parameters, inputs, optimizers, module_names, made_in_step, unsaid_checkpoints, open_checkpoints, checkpoints;
  bool grad_enabled;
  graph::ModuleId module;
  std::optional<graph::SegmentId> segment;
  AutocastMode autocast;
  std::vector<bool> gradients;
};

/// A tensor as it was before an arm changed it.
struct TensorChange {
  Tensor* tensor;
  graph::TensorType type;
  std::optional<graph::TensorId> id;
  bool requires_grad, leaf;
  interp::Value grad, cls, attributes;
};

}  // namespace vramlint::model
