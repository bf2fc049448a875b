// Training on several GPUs, as one of them sees it: what the wrapper of a model holds, and when.
#pragma once

#include <memory>
#include <vector>

#include "config/techniques.h"
#include "graph/graph.h"
#include "memory/leaf_gradients.h"
#include "memory/storage_table.h"
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

/// What a wrapper works with; all of it outlives the wrapper.
struct DistributionParts {
  const graph::Graph& graph;
  StorageTable& storages;
  LeafGradients& gradients;
  ScenarioPlayed& scenario;
};

class Distribution {
 public:
  explicit Distribution(const DistributionParts& parts) : parts_(parts) {}
  virtual ~Distribution() = default;
  Distribution(const Distribution&) = delete;
  Distribution& operator=(const Distribution&) = delete;

  /// Bytes of the parameter's own storage, `whole` unless it is divided.
  virtual Bytes held(graph::TensorId, Bytes whole) const { return whole; }
  virtual void set_up() {}  ///< parameters and buffers are there
  virtual void begin() {}   ///< an iteration begins
  virtual void before_forward(const graph::Node&) {}
  virtual void begin_backward() {}
  virtual void before_backward(const graph::Node&) {}
  virtual void gradient_ready(graph::TensorId) {}  ///< the leaf's .grad has been added to
  virtual void end_backward() {}
  /// What the optimizer steps on, given the parameters with a gradient.
  virtual std::vector<Trained> trained(std::vector<Trained> whole) { return whole; }
  virtual void before_step() {}
  virtual void after_step() {}

 protected:
  bool is_trained(const graph::Parameter& parameter) const {
    return !parameter.buffer && type_of(parameter.tensor).numel() > 0 &&
           parts_.graph.tensors[parameter.tensor].requires_grad;
  }
  const graph::TensorType& type_of(graph::TensorId tensor) const { return parts_.graph.tensors[tensor].type; }
  Bytes bytes_of(graph::TensorId tensor) const { return parts_.scenario.pick(type_of(tensor).bytes()); }
  StorageRef make(Bytes bytes, Category category, std::string_view what, graph::ModuleId module = 0) {
    return parts_.storages.make(bytes, {.category = category, .module = module, .op = what});
  }

  DistributionParts parts_;
};

std::unique_ptr<Distribution> make_distribution(const config::DistributedFacts& facts, const DistributionParts& parts);

std::unique_ptr<Distribution> make_ddp(const config::DdpFacts& facts, const DistributionParts& parts);
std::unique_ptr<Distribution> make_data_parallel(int64_t gpus, const DistributionParts& parts);
std::unique_ptr<Distribution> make_fsdp(const config::FsdpFacts& facts, int64_t gpus, const DistributionParts& parts);
std::unique_ptr<Distribution> make_zero(const config::ZeroFacts& facts, int64_t gpus, const DistributionParts& parts);

/// One of `count` equal parts, the last one filled up.
inline Bytes share(Bytes bytes, int64_t count) { return Bytes((bytes.count + count - 1) / count); }

}  // namespace vramlint::memory
