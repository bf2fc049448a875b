// Writes the graph down while Python runs: storages, tensors, nodes and drops.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "model/autocast.h"
#include "model/branch_mark.h"
#include "model/checkpoints.h"
#include "model/ended_step.h"
#include "model/made_module.h"
#include "model/tensor_changes.h"
#include "model/unsupported.h"

namespace vramlint::model {

/// The state of one build. Tensors share it, because the last of them may outlive the build itself.
class Builder : public interp::Effects {
 public:
  graph::Graph graph;
  int64_t processes = 1;        ///< that train together, each with a GPU of its own
  std::optional<int64_t> gpus;  ///< that the program sees, where that is known
  graph::TorchProfile torch = *graph::torch_profile(graph::kDefaultTorch);
  std::string torch_version{graph::kDefaultTorch};
  std::vector<std::pair<std::string, std::optional<std::string>>> packages;  ///< third-party, by version; none: missing
  bool grad_enabled = true;
  Autocast autocast;
  /// Before the step everything lives on the host and leaves no trace: parameters are placed when they are complete.
  bool in_step = false, creates_graph = false;                                        ///< the latest backward did
  int64_t optimizer_steps = 0, backwards = 0, made_parameters = 0, module_calls = 0;  ///< so far
  int64_t program_steps = 0;                    ///< step() of its own optimizers that run now
  std::vector<graph::StorageId> made_in_steps;  ///< by them
  std::vector<EndedStep> ended_steps;           ///< each optimizer once
  std::vector<RoundStep> round_steps;
  size_t applied = 0;                          ///< operators, so far, wherever they ran
  bool follows_program = false;                ///< what it brings to the device in the step is its batch
  bool behind_loop = false;                    ///< the training loop has been left, and is not entered again yet
  bool in_setup = false, uses_device = false;  ///< modules are on the host still; one has been moved to the GPU
  graph::ModuleId module = 0;                  ///< of the nn.Module whose forward runs
  std::optional<graph::SegmentId> segment;     ///< what nodes recorded now belong to
  std::unordered_map<const interp::Object*, graph::ModuleId> modules;
  std::vector<ModuleMaking> makings;                           ///< by module; may be shorter
  std::unordered_map<const interp::Object*, MadeModule> made;  ///< every nn.Module that there has been
  std::vector<interp::Origin> around_modules;  ///< by module: what its being made depends on; may be shorter
  std::vector<std::pair<graph::TensorId, Span>> made_in_step;  ///< parameters of layers that the step makes
  std::vector<Span> unsaid_checkpoints;  ///< calls of torch.utils.checkpoint without use_reentrant, in the step
  Checkpoints checkpoints;
  TensorChanges changes;               ///< in arms that are being tried
  std::string refused_at_most_likely;  ///< the last error at sizes that only the data tells: others may fit
  Span wrapped;  ///< where the program calls DistributedDataParallel; it was told all that matters
  /// Python classes of the prelude, filled in when their module has run; None before.
  interp::Value tensor_class, size_class, device_class, return_types;
  int64_t live_weight = 0;  ///< of all tensors that are alive on the host
  /// Bytes that operators of the step made, by the keys of a dimension or of the conditions and loops around.
  std::unordered_map<interp::Origin, Bytes> sized;
  std::unordered_set<interp::Origin> sizes;  ///< the keys of dimensions alone
  /// `origins`: of the dimensions; `around`: of the conditions and loops around the call.
  void count_sized(const graph::Output& output, const std::vector<interp::Origin>& origins, interp::Origin around);
  graph::StorageId add_storage(Interval bytes, graph::StorageKind kind);
  static constexpr size_t kMostTensors = 200'000;
  graph::TensorId add_tensor(graph::Tensor tensor);  ///< throws interp::BudgetExceeded beyond kMostTensors
  void append(graph::Event event) { events().push_back(std::move(event)); }
  /// Where events are written now: the graph's own, or those of the innermost open program.
  std::vector<graph::Event>& events() { return open_.empty() ? graph.events : open_.back().events; }

  /// From now on events go into a program of their own.
  void open_program(std::vector<graph::TensorId> inputs);
  graph::ProgramId close_program(std::vector<std::optional<graph::TensorId>> outputs);
  void abandon_program();
  /// Its nodes save what they always do.
  void leave_segment(graph::SegmentId segment);
  template <typename Visit>
  void each_event_backwards(Visit visit) const {
    for (auto program = open_.rbegin(); program != open_.rend(); ++program) {
      for (auto event = program->events.rbegin(); event != program->events.rend(); ++event) visit(*event);
    }
    for (auto event = graph.events.rbegin(); event != graph.events.rend(); ++event) visit(*event);
  }

  /// Whether leaf.grad is there.
  bool has_gradient(graph::TensorId leaf) const { return leaf < gradients_.size() && gradients_[leaf]; }
  void set_gradient(graph::TensorId leaf, bool there);
  /// Whether it is of before the innermost open program.
  bool from_outside(graph::TensorId tensor) const { return !open_.empty() && tensor < open_.back().first_tensor; }

  /// The last Python reference to the tensor went.
  void dropped(graph::TensorId tensor);
  /// From now on drops are collected instead of recorded, to learn who held what.
  void collect_drops() { collecting_ = true; }
  std::vector<graph::TensorId> take_drops() { return std::exchange(collected_, {}); }
  void finish() { finished_ = true; }
  template <typename Body>
  void ignore_drops(Body body) {
    const bool before = std::exchange(finished_, true);
    body();
    finished_ = before;
  }
  /// Live tensors on a storage: an in-place write through one of them concerns all.
  void enter(graph::StorageId storage, Tensor* tensor);
  void leave(graph::StorageId storage, Tensor* tensor);
  std::unordered_set<graph::TensorId> live() const;  ///< those that Python refers to
  const std::vector<Tensor*>& on_storage(graph::StorageId storage) { return on_storage_[storage]; }
  // A branch on an Unknown is tried and undone.
  bool on_trial() const { return !marks_.empty(); }
  size_t mark() override;
  bool touched_since(size_t mark) override;
  std::string state() const override;
  std::string surroundings() const override;
  std::optional<interp::Making> making_of(const interp::Object& object) const override;
  void set_making(const interp::Object& object, const interp::Making& making) override;
  bool is_of_step(const interp::Value& value) const override;
  Made given(interp::Interpreter& interpreter, const interp::Value& callee,
             const interp::Arguments& arguments) override;
  void calls_method(interp::Interpreter& interpreter, std::string_view name, const interp::Value& object,
                    const interp::Arguments& arguments) override;
  interp::Value base_instead(interp::Interpreter& interpreter, const interp::Value& base,
                             const std::vector<interp::Value>& others, Span span) override;
  size_t recorded() const override { return graph.events.size() + open_.size(); }
  Standing standing() const override;
  int64_t cost_since(size_t mark) override;
  int64_t kept_since(size_t mark) override;
  bool trains_since(size_t mark) override;
  void rollback(size_t mark) override;
  void release(size_t mark) override;
  std::vector<Written> take_back(size_t mark) override;
  void may_be(const Written& written) override { model::may_be(written); }
  /// Before a tensor changes its place or type, or gets another gradient, class or attributes.
  void before_change(Tensor& tensor, bool of_elements = false);

 private:
  void put_back(const graph::Program& program);
  void name_again(graph::TensorId now, graph::TensorId before);
  std::vector<graph::TensorId> captured_by(const graph::Program& program) const;
  std::vector<graph::Event>& events_of(graph::TensorId tensor);

  std::vector<graph::Program> open_;                                      // innermost last
  std::vector<bool> gradients_;                                           // by tensor
  std::vector<BranchMark> marks_;                                         // of the arms that are being tried
  bool collecting_ = false, finished_ = false, wrote_to_import_ = false;  // to a tensor that all programs import
  std::vector<graph::TensorId> collected_;
  std::unordered_map<graph::StorageId, std::vector<Tensor*>> on_storage_;
};

}  // namespace vramlint::model
