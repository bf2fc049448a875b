// What an optimizer keeps and makes: one strategy a family, written as PyTorch's Python is, so that a local variable
// here lives as long as its counterpart there. Assigning to one makes the new value before the old one goes, in both.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/experiment.h"
#include "graph/graph.h"
#include "graph/torch_profile.h"
#include "memory/storage_table.h"

namespace vramlint::memory {

/// A parameter that takes part in a step.
struct Trained {
  graph::TensorId tensor = 0;
  graph::TensorType type;
  Bytes bytes;  ///< in the scenario played
  graph::ModuleId module = 0;
  std::optional<Bytes> rows = {};  ///< of a sparse gradient's values
};

/// The optimizer's states, which stay from step to step.
class OptimizerStates {
 public:
  StorageRef& operator()(graph::TensorId tensor, std::string_view what) { return states_[{tensor, what}]; }

 private:
  std::map<std::pair<graph::TensorId, std::string_view>, StorageRef> states_;
};

/// What a torch._foreach_ call returns. Tuples and lists of Python let go from their end (tupledealloc and list_dealloc
/// of CPython 3.12).
class TensorTuple {
 public:
  TensorTuple() = default;
  TensorTuple(TensorTuple&&) = default;
  TensorTuple& operator=(TensorTuple&& other) noexcept {
    clear();
    tensors_ = std::move(other.tensors_);
    return *this;
  }
  ~TensorTuple() { clear(); }

  void push_back(StorageRef tensor) { tensors_.push_back(std::move(tensor)); }
  /// A list has it there then.
  void replace(size_t at, StorageRef tensor) {
    if (tensors_.size() <= at) tensors_.resize(at + 1);
    tensors_[at] = std::move(tensor);
  }
  bool empty() const { return tensors_.empty(); }
  void clear() {
    while (!tensors_.empty()) tensors_.pop_back();
  }

 private:
  std::vector<StorageRef> tensors_;
};

/// One call of step(), as a strategy sees it.
class OptimizerPlay {
 public:
  OptimizerPlay(StorageTable& storages, OptimizerStates& states, std::vector<Trained> parameters,
                const config::OptimizerFacts& facts, const graph::TorchProfile& torch, ScenarioPlayed& scenario)
      : parameters_(std::move(parameters)),
        facts_(facts),
        torch_(torch),
        storages_(storages),
        states_(states),
        scenario_(scenario) {}

  const std::vector<Trained>& parameters() const { return parameters_; }  ///< those with a gradient
  const config::OptimizerFacts& facts() const { return facts_; }
  const graph::TorchProfile& torch() const { return torch_; }

  /// Makes the state unless it is there. `what` must be a literal.
  void state(const Trained& parameter, std::string_view what) { state(parameter, what, parameter.bytes); }
  void state(const Trained& parameter, std::string_view what, Bytes bytes);
  /// A scalar on the device, which is only there where the step may be captured in a CUDA graph.
  void capturable_state(const Trained& parameter, std::string_view what) {
    if (facts_.capturable || fused()) state(parameter, what, Bytes(4));
  }
  /// A temporary of the gradient's size, or of `bytes`.
  [[nodiscard]] StorageRef temporary(const Trained& parameter, std::string_view what) {
    return temporary(parameter, what, parameter.rows.value_or(parameter.bytes));
  }
  [[nodiscard]] StorageRef temporary(const Trained& parameter, std::string_view what, Bytes bytes);
  /// One for every parameter: the result of a torch._foreach_ call.
  [[nodiscard]] TensorTuple temporaries(std::string_view what);
  /// The same of `count` scalars a parameter, one of 4 bytes each.
  [[nodiscard]] TensorTuple scalars(int count, std::string_view what);

  bool foreach () const;  ///< whether step() takes the list implementation: as asked for, else as the version's default
  bool fused() const { return facts_.fused.value_or(false); }
  bool at_least(int major, int minor) const { return torch_.at_least(major, minor); }
  Bytes choose(const Interval& interval) const { return scenario_.pick(interval); }

 private:
  std::vector<Trained> parameters_;
  const config::OptimizerFacts& facts_;
  const graph::TorchProfile& torch_;
  StorageTable& storages_;
  OptimizerStates& states_;
  ScenarioPlayed& scenario_;
};

struct OptimizerStrategy {
  std::span<const std::string_view> names;  ///< lower case
  void (*construct)(OptimizerPlay& play);   ///< what __init__ makes; null: nothing
  void (*step)(OptimizerPlay& play);
};

/// Null when the optimizer is not known. "none" is known: a step that does nothing.
const OptimizerStrategy* find_optimizer(std::string_view name);

/// What an optimizer that the program has made was asked for: program_optimizer.cpp.
config::OptimizerFacts facts_of(const graph::Optimizer& optimizer);

extern const OptimizerStrategy kSgd, kAdam, kNadam, kRadam, kAdamax, kRmsprop, kAdagrad, kAdadelta, kAdafactor,
    kAdafactorOfTorch, kAsgd, kRprop, kLbfgs, kLion, kLars, kLamb, kMuon, kSparseAdam, kEightBit, kUnknownOptimizer;

}  // namespace vramlint::memory
