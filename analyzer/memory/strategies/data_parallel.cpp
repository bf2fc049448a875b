// DataParallel on its first GPU: torch/nn/parallel/{data_parallel,replicate,scatter_gather}.py and _functions.py
// [1.13.1], [2.4]. That GPU holds the whole batch, of which its own share is a view; its replica uses the parameters
// themselves; the outputs of all replicas are gathered on it, and the loss is worked out there. The gradients of its
// replica are held until the last one has come; then the sums over all GPUs are new tensors.
//
// The graph is that of one share. What the loss makes of the gathered outputs is not known from it: between the outputs
// alone, and the outputs, their gradient and as much again.
#include <map>

#include "memory/strategies/distribution.h"

namespace vramlint::memory {

namespace {

class DataParallel : public Distribution {
 public:
  DataParallel(int64_t gpus, const DistributionParts& parts) : Distribution(parts), gpus_(gpus) {}

  void begin() override {
    others_.clear();
    for (const graph::TensorId input : parts_.graph.inputs) {
      others_.push_back(make(times(bytes_of(input), gpus_ - 1), Category::input, "other GPUs' share of the batch"));
    }
  }

  void begin_backward() override {
    Bytes outputs;
    for (const graph::Carried& carried : parts_.graph.carried) {
      const graph::Tensor& tensor = parts_.graph.tensors[carried.tensor];
      const bool made = parts_.graph.storages[tensor.storage].kind == graph::StorageKind::intermediate;
      if (made) outputs += bytes_of(carried.tensor);
    }
    const Bytes all = times(outputs, gpus_);
    gathered_ = make(parts_.scenario.pick({all, times(all, 2), times(all, 4)}), Category::activation,
                     "gathered outputs and the loss on them");
    for (const graph::Parameter& parameter : parts_.graph.parameters) {
      had_gradient_[parameter.tensor] = parts_.gradients[parameter.tensor] != nullptr;
    }
  }

  void gradient_ready(graph::TensorId leaf) override {
    ready_.push_back(leaf);
    if (had_gradient_[leaf]) replica_.push_back(make(bytes_of(leaf), Category::gradient, "gradient of the replica"));
  }

  void end_backward() override {
    gathered_.reset();
    std::vector<StorageRef> sums;
    for (const graph::TensorId leaf : ready_) {
      sums.push_back(make(bytes_of(leaf), Category::gradient, "sum of the replicas' gradients"));
    }
    for (size_t i = 0; i < ready_.size(); ++i) {
      if (!had_gradient_[ready_[i]]) parts_.gradients.replace(ready_[i], make_gradient(sums[i], type_of(ready_[i])));
    }
    replica_.clear();
    ready_.clear();
  }

 private:
  static Bytes times(Bytes bytes, int64_t count) { return bytes * count; }

  int64_t gpus_;
  std::vector<StorageRef> others_, replica_;
  StorageRef gathered_;
  std::vector<graph::TensorId> ready_;
  std::map<graph::TensorId, bool> had_gradient_;
};

}  // namespace

std::unique_ptr<Distribution> make_data_parallel(int64_t gpus, const DistributionParts& parts) {
  return std::make_unique<DataParallel>(gpus, parts);
}

}  // namespace vramlint::memory
