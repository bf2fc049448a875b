// FullyShardedDataParallel (torch/distributed/fsdp [2.0], [2.4], and its paper, Zhao et al. 2023). A unit's parameters
// are one flat tensor, of which every GPU keeps its part; before the unit runs, forward or backward, the whole is
// gathered, and given back when the unit has run. In backward the unit's gradients are joined into one flat tensor, of
// which a part remains after the reduction. The root, which is all that no other unit takes, stays gathered from
// forward to the end of backward.
//
// How early the next unit is gathered is the program's choice: the point and the upper bound have one ahead, as
// backward prefetching and the rate limiter of two let it be; the lower bound none, unless the recipe says.
#include <algorithm>

#include "memory/strategies/sharded_units.h"

namespace vramlint::memory {

namespace {

using Strategy = config::FsdpFacts::Strategy;

std::vector<std::pair<graph::TensorId, std::string>> wrapped(const config::FsdpFacts& facts,
                                                             const DistributionParts& parts) {
  std::vector<std::pair<graph::TensorId, std::string>> units;
  for (const graph::Parameter& parameter : parts.graph.parameters) {
    if (parameter.buffer) continue;
    std::string path = parameter.name;
    bool found = false;
    while (!found && !path.empty()) {
      const size_t dot = path.rfind('.');
      path.resize(dot == std::string::npos ? 0 : dot);
      found = std::any_of(facts.wrap.begin(), facts.wrap.end(),
                          [&](const std::string& pattern) { return !path.empty() && path_matches(pattern, path); });
    }
    units.emplace_back(parameter.tensor, path);
  }
  return units;
}

class Fsdp : public Distribution {
 public:
  Fsdp(const config::FsdpFacts& facts, int64_t gpus, const DistributionParts& parts)
      : Distribution(parts), facts_(facts), gpus_(gpus), units_(parts, wrapped(facts, parts)) {
    ahead_ = facts.prefetch ? *facts.prefetch : parts.scenario.ask() != Scenario::low;
  }

  Bytes held(graph::TensorId tensor, Bytes whole) const override {
    return units_.of_parameter(tensor) < units_.size() ? Bytes(0) : whole;
  }

  void set_up() override {
    for (size_t i = 0; i < units_.size(); ++i) {
      units_[i].shard = make(part(units_[i].bytes), Category::parameter, "sharded parameters", units_[i].module);
    }
  }

  void before_forward(const graph::Node& node) override {
    const std::vector<size_t>& running = units_.of_module(node.module);
    if (facts_.strategy == Strategy::full_shard) release_others(running);
    for (const size_t unit : running) {
      gather(unit);
      if (ahead_ && unit + 1 < units_.size()) gather(unit + 1);
    }
  }

  void begin_backward() override {
    if (facts_.strategy == Strategy::full_shard) release_others({});
    for (size_t i = 0; i < units_.size(); ++i) units_[i].ready = 0;
  }

  void before_backward(const graph::Node& node) override {
    for (const size_t unit : units_.of_module(node.module)) {
      gather(unit);
      if (ahead_ && unit > 0) gather(unit - 1);
    }
  }

  void gradient_ready(graph::TensorId leaf) override {
    const size_t number = units_.of_parameter(leaf);
    if (number == units_.size()) return;
    ShardedUnit& unit = units_[number];
    if (++unit.ready == unit.trained) reduce(unit);
  }

  void end_backward() override {
    for (size_t i = 0; i < units_.size(); ++i) {
      if (units_[i].ready > 0 && units_[i].ready < units_[i].trained) reduce(units_[i]);
      units_[i].gathered.reset();
    }
  }

  /// The optimizer sees a flat vector a unit.
  std::vector<Trained> trained(std::vector<Trained> whole) override {
    std::vector<Trained> result;
    std::vector<bool> seen(units_.size());
    for (Trained& one : whole) {
      const size_t number = units_.of_parameter(one.tensor);
      if (number == units_.size()) {
        result.push_back(std::move(one));
      } else if (!seen[number]) {
        seen[number] = true;
        const ShardedUnit& unit = units_[number];
        const Bytes bytes = part(unit.bytes);
        result.push_back({unit.parameters.front(), graph::contiguous(unit.dtype, {elements(bytes, unit.dtype)}), bytes,
                          unit.module});
      }
    }
    return result;
  }

 private:
  Bytes part(Bytes whole) const { return facts_.strategy == Strategy::no_shard ? whole : share(whole, gpus_); }
  static int64_t elements(Bytes bytes, graph::Dtype dtype) { return bytes.count / graph::size_of(dtype); }

  void gather(size_t number) {
    ShardedUnit& unit = units_[number];
    if (unit.gathered || facts_.strategy == Strategy::no_shard) return;
    unit.gathered = make(unit.bytes, Category::parameter, "gathered parameters", unit.module);
  }

  /// The root and, with prefetching, the unit behind the last one that runs stay.
  void release_others(const std::vector<size_t>& running) {
    for (size_t i = 0; i < units_.size(); ++i) {
      const bool runs = std::find(running.begin(), running.end(), i) != running.end();
      const bool comes = ahead_ && i > 0 && std::find(running.begin(), running.end(), i - 1) != running.end();
      if (!runs && !comes && !units_[i].path.empty()) units_[i].gathered.reset();
    }
  }

  void reduce(ShardedUnit& unit) {
    const StorageRef joined = make(unit.bytes, Category::gradient, "unit's gradient before its reduction", unit.module);
    for (const graph::TensorId parameter : unit.parameters) parts_.gradients.clear_own(parameter);
    const bool whole = facts_.strategy == Strategy::no_shard;  // reduced in place
    StorageRef reduced = whole ? joined : make(part(unit.bytes), Category::gradient, "sharded gradient", unit.module);
    Gradient& kept = parts_.gradients.reduced(unit.parameters.front());
    if (!kept) {
      const int64_t count = elements(part(unit.bytes), unit.dtype);
      kept = make_gradient(std::move(reduced), graph::contiguous(unit.dtype, {count}));
    }
    if (!unit.path.empty()) unit.gathered.reset();
    unit.ready = 0;
  }

  config::FsdpFacts facts_;
  int64_t gpus_;
  ShardedUnits units_;
  bool ahead_ = false;
};

}  // namespace

std::unique_ptr<Distribution> make_fsdp(const config::FsdpFacts& facts, int64_t gpus, const DistributionParts& parts) {
  return std::make_unique<Fsdp>(facts, gpus, parts);
}

}  // namespace vramlint::memory
