#include "probes/steps/programs.h"

#include <ATen/ops/empty.h>

#include "base/check.h"

namespace vramlint::probes {

Kept keep(const std::vector<at::Tensor>& tensors) {
  Kept kept;
  for (const at::Tensor& tensor : tensors) kept.push_back(std::make_unique<KeptTensor>(tensor));
  return kept;
}

std::vector<at::Tensor> hold(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> held;
  for (const at::Tensor& tensor : tensors) held.push_back(tensor.defined() ? tensor.tensor_data() : tensor);
  return held;
}

torch::autograd::variable_list ProgramNode::apply(torch::autograd::variable_list&& incoming) {
  torch::autograd::variable_list gradients = runner_.play_backward(*program_, held_, std::move(incoming));
  gradients.resize(num_outputs());  // operands that Python says nothing of get none
  return gradients;
}

void ProgramNode::release_variables() {
  held_.clear();
  saved_.clear();
}

OpaqueNode::OpaqueNode(const std::vector<at::Tensor>& like, Kept saved) : saved_(std::move(saved)) {
  for (const at::Tensor& tensor : like) {
    shapes_.push_back(tensor.defined() ? Shape{tensor.sizes().vec(), tensor.options()} : Shape{});
    wanted_.push_back(tensor.defined());
  }
}

torch::autograd::variable_list OpaqueNode::apply(torch::autograd::variable_list&&) {
  torch::autograd::variable_list gradients(shapes_.size());
  for (size_t i = 0; i < shapes_.size(); ++i) {
    if (wanted_[i] && task_should_compute_output(i)) gradients[i] = at::empty(shapes_[i].sizes, shapes_[i].options);
  }
  return gradients;
}

// ---------------------------------------------------------------- segments

struct SegmentRun::State {
  ProgramRunner& runner;
  const graph::Program& again;
  bool stops_early;
  bool entered = false;
  Kept arguments;
  std::vector<at::Tensor> held;
  Kept made;  // by the order of saving
  size_t asked = 0;
  bool played = false;

  void play() {
    played = true;
    HookMaker before = exchange_hooks({});
    exchange_hooks(collector());
    runner.play_again(again, held, [this] { return stops_early && made.size() >= asked; });
    exchange_hooks(std::move(before));
  }
  HookMaker collector();
};

namespace {

/// Takes what the recomputed nodes save; the recomputed graph itself is never run backward.
class Collector : public torch::autograd::SavedVariableHooks {
 public:
  explicit Collector(Kept& made) : made_(made) {}
  void call_pack_hook(const at::Tensor& tensor) override { made_.push_back(std::make_unique<KeptTensor>(tensor)); }
  at::Tensor call_unpack_hook() override { VRAMLINT_CHECK(false, "a recomputed graph is not run backward"); }

 private:
  Kept& made_;
};

/// Of the forward: keeps no tensor, only its place. The segment's own needs live as long as one of these does.
class Placeholder : public torch::autograd::SavedVariableHooks {
 public:
  explicit Placeholder(std::shared_ptr<SegmentRun::State> state) : state_(std::move(state)) {}
  ~Placeholder() override {
    if (place_ < state_->made.size()) state_->made[place_].reset();
  }
  void call_pack_hook(const at::Tensor&) override { place_ = state_->asked++; }
  at::Tensor call_unpack_hook() override {
    if (!state_->played) state_->play();
    VRAMLINT_CHECK(place_ < state_->made.size() && state_->made[place_], "the recomputation saved less than before");
    return state_->made[place_]->tensor();
  }

 private:
  std::shared_ptr<SegmentRun::State> state_;
  size_t place_ = 0;
};

}  // namespace

HookMaker SegmentRun::State::collector() {
  return [this] { return std::make_unique<Collector>(made); };
}

SegmentRun::SegmentRun(ProgramRunner& runner, const graph::Program& again, bool stops_early)
    : state_(std::make_shared<State>(State{runner, again, stops_early})) {}

void SegmentRun::enter(const std::vector<at::Tensor>& arguments, const std::vector<at::Tensor>& captured) {
  if (std::exchange(state_->entered, true)) return;
  state_->arguments = keep(arguments);
  state_->held = hold(captured);
}

HookMaker SegmentRun::hooks() const {
  return [state = state_] { return std::make_unique<Placeholder>(state); };
}

}  // namespace vramlint::probes
