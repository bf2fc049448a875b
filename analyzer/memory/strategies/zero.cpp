// DeepSpeed's ZeRO (deepspeed/runtime/zero/stage_1_and_2.py and stage3.py; Rajbhandari et al. 2020). A master copy of
// the parameters in fp32 and the optimizer's states are divided among the GPUs as flat vectors; the gradient of a GPU's
// part is made fp32 for the step. From stage 2 on gradients are divided: they go through a bucket of
// `reduce_bucket_size` elements, and a part remains. From stage 3 on the parameters are divided too, but small ones: a
// module's are gathered before it runs, those of the modules to come within `prefetch_bucket_size`, and they are kept
// as long as no more than `max_live_parameters` elements are live. The lower bound keeps and prefetches nothing.
#include <algorithm>
#include <limits>

#include "memory/strategies/sharded_units.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kSingle = 4;  // bytes of an fp32 element

class Zero : public Distribution {
 public:
  Zero(const config::ZeroFacts& facts, int64_t gpus, const DistributionParts& parts)
      : Distribution(parts), facts_(facts), gpus_(gpus) {
    for (const graph::Parameter& parameter : parts.graph.parameters) {
      if (!is_trained(parameter)) continue;
      elements_ += type_of(parameter.tensor).numel();
      bytes_ += bytes_of(parameter.tensor);
      if (!first_) first_ = parameter.tensor;
    }
  }

  void set_up() override {
    if (!first_) return;
    if (!facts_.offload_optimizer)
      master_ = make(Bytes(shard() * kSingle), Category::optimizer, "fp32 master copy of the parameters");
    if (facts_.stage == 3 && facts_.contiguous) bucket_ = make(bucket_bytes(), Category::temporary, "reduce bucket");
  }

  void begin_backward() override {
    if (!first_ || facts_.stage == 3 || !facts_.contiguous) return;
    bucket_ = make(bucket_bytes(), Category::temporary, "reduce bucket");
  }

  void gradient_ready(graph::TensorId leaf) override {
    if (facts_.stage == 1) return;
    parts_.gradients.clear_own(leaf);
    Gradient& kept = parts_.gradients.reduced(*first_);
    if (kept) return;
    const graph::Dtype dtype = type_of(*first_).dtype;
    kept = make_gradient(make(share(bytes_, gpus_), Category::gradient, "sharded gradients"),
                         graph::contiguous(dtype, {shard()}));
  }

  void end_backward() override {
    if (facts_.stage < 3) bucket_.reset();
  }

  void before_step() override {
    if (first_ && !facts_.offload_optimizer)
      single_ = make(Bytes(shard() * kSingle), Category::gradient, "fp32 gradients of the GPU's part");
  }
  void after_step() override { single_.reset(); }

  std::vector<Trained> trained(std::vector<Trained> whole) override {
    if (whole.empty() || !first_ || facts_.offload_optimizer) return {};
    return {{*first_, graph::contiguous(graph::Dtype::float32, {shard()}), Bytes(shard() * kSingle), 0}};
  }

 protected:
  int64_t shard() const { return (elements_ + gpus_ - 1) / gpus_; }
  Bytes bucket_bytes() const {
    const int64_t element = graph::size_of(type_of(*first_).dtype);
    return Bytes(std::min(facts_.reduce_bucket, std::numeric_limits<int64_t>::max() / 32) * element *
                 (facts_.overlap ? 2 : 1));
  }

  config::ZeroFacts facts_;
  int64_t gpus_;

 private:
  int64_t elements_ = 0;
  Bytes bytes_;
  std::optional<graph::TensorId> first_;
  StorageRef master_, bucket_, single_;
};

/// A unit a module that has parameters of its own.
std::vector<std::pair<graph::TensorId, std::string>> by_module(const config::ZeroFacts& facts,
                                                               const DistributionParts& parts) {
  std::vector<std::pair<graph::TensorId, std::string>> units;
  for (const graph::Parameter& parameter : parts.graph.parameters) {
    const int64_t elements = parts.graph.tensors[parameter.tensor].type.numel();
    if (parameter.buffer || elements <= facts.persistence) continue;
    const size_t dot = parameter.name.rfind('.');
    units.emplace_back(parameter.tensor, parameter.name.substr(0, dot == std::string::npos ? 0 : dot));
  }
  return units;
}

class ZeroThree : public Zero {
 public:
  ZeroThree(const config::ZeroFacts& facts, int64_t gpus, const DistributionParts& parts)
      : Zero(facts, gpus, parts), units_(parts, by_module(facts, parts)) {
    const bool low = parts.scenario.ask() == Scenario::low;
    prefetch_ = low ? 0 : facts.prefetch_bucket;
    live_ = low ? 0 : facts.live_parameters;
  }

  Bytes held(graph::TensorId tensor, Bytes whole) const override {
    return units_.of_parameter(tensor) < units_.size() ? Bytes(0) : whole;
  }

  void set_up() override {
    for (size_t i = 0; i < units_.size(); ++i) {
      units_[i].shard =
          make(share(units_[i].bytes, gpus_), Category::parameter, "sharded parameters", units_[i].module);
    }
    Zero::set_up();
  }

  void before_forward(const graph::Node& node) override { use(node, true); }
  void before_backward(const graph::Node& node) override { use(node, false); }

  void end_backward() override {
    Zero::end_backward();
    for (size_t i = 0; i < units_.size(); ++i) release(i);
  }

 private:
  int64_t elements_of(size_t unit) { return units_[unit].bytes.count / graph::size_of(units_[unit].dtype); }

  void use(const graph::Node& node, bool forward) {
    const std::vector<size_t>& running = units_.of_module(node.module);
    if (running.empty()) return;
    int64_t wanted = 0;
    for (const size_t unit : running) wanted += units_[unit].gathered ? 0 : elements_of(unit);
    const auto runs = [&](size_t unit) { return std::find(running.begin(), running.end(), unit) != running.end(); };
    for (size_t i = 0; i < units_.size() && gathered_ + wanted > live_ + prefetch_; ++i) {
      if (!runs(i)) release(i);
    }
    for (const size_t unit : running) gather(unit);
    prefetch(running.back(), forward);
  }

  void prefetch(size_t next, bool forward) {
    for (int64_t room = prefetch_; room > 0;) {
      if (forward ? ++next == units_.size() : next-- == 0) return;
      if (units_[next].gathered) continue;
      room -= elements_of(next);
      gather(next);
    }
  }

  void gather(size_t unit) {
    if (units_[unit].gathered) return;
    units_[unit].gathered = make(units_[unit].bytes, Category::parameter, "gathered parameters", units_[unit].module);
    gathered_ += elements_of(unit);
  }

  void release(size_t unit) {
    if (!units_[unit].gathered) return;
    units_[unit].gathered.reset();
    gathered_ -= elements_of(unit);
  }

  ShardedUnits units_;
  int64_t prefetch_ = 0, live_ = 0, gathered_ = 0;  // elements
};

}  // namespace

std::unique_ptr<Distribution> make_zero(const config::ZeroFacts& facts, int64_t gpus, const DistributionParts& parts) {
  if (facts.stage == 3) return std::make_unique<ZeroThree>(facts, gpus, parts);
  return std::make_unique<Zero>(facts, gpus, parts);
}

}  // namespace vramlint::memory
