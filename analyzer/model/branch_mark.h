// What it takes to undo the arm of a branch.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"
#include "model/autocast.h"

namespace vramlint::model {

/// Where the arm of an unknown branch begins that is tried.
struct BranchMark {
  size_t open, events, tensors, storages, changes, programs, segments;
  size_t parameters, inputs, optimizers, module_names, made_in_step, unsaid_checkpoints, open_checkpoints, checkpoints;
  size_t ended_steps, round_steps;
  bool grad_enabled;
  int64_t program_steps;
  graph::ModuleId module;
  std::optional<graph::SegmentId> segment;
  AutocastMode autocast;
  std::vector<bool> gradients;
};

}  // namespace vramlint::model
