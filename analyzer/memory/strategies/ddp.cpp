// DistributedDataParallel: torch/csrc/distributed/c10d/reducer.cpp and torch/nn/parallel/distributed.py [1.13.1],
// [2.4].
//
// Gradients are copied into flat buckets, one kind a dtype, which are there from the wrapping on. The first iteration
// has a single bucket (unless parameters may go unused), the later ones those of 1 MiB, then 25 MiB, filled in the
// order in which gradients came; a bucket is closed by the gradient that reaches its size. A graph that is said to be
// static has them one iteration later, which is not told apart here. Both .grad and bucket stay, but with
// gradient_as_bucket_view .grad becomes a view of the bucket once the gradient has been copied.
#include <algorithm>
#include <limits>
#include <map>

#include "memory/strategies/distribution.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kFirstBucket = int64_t{1} << 20;  // kDefaultFirstBucketBytes
constexpr int64_t kBroadcast = int64_t{250} << 20;  // broadcast_bucket_size
constexpr size_t kInFlight = 2;                     // broadcasts at a time: broadcast_coalesced of c10d/comm.cpp

class Ddp : public Distribution {
 public:
  Ddp(const config::DdpFacts& facts, const DistributionParts& parts) : Distribution(parts), facts_(facts) {}

  void set_up() override {
    broadcast(true);
    std::vector<graph::TensorId> order;
    for (const graph::Parameter& parameter : parts_.graph.parameters) {
      if (is_trained(parameter)) order.push_back(parameter.tensor);
    }
    fill(order, rebuilds() ? std::numeric_limits<int64_t>::max() : kFirstBucket, true);
    if (facts_.find_unused_parameters)
      used_ = make(Bytes(static_cast<int64_t>(order.size()) * 4), Category::buffer, "map of used parameters");
  }

  void begin() override { forward_is_next_ = true; }

  void before_forward(const graph::Node& node) override {
    if (forward_is_next_ && is_of_model(node)) begin_forward();
  }
  void begin_backward() override { begin_forward(); }

  void gradient_ready(graph::TensorId leaf) override {
    if (!rebuilt_) order_.push_back(leaf);
    if (facts_.gradient_as_bucket_view) view(leaf);
  }

 private:
  /// What prepares the batch is not.
  bool is_of_model(const graph::Node& node) const {
    const auto is_weight = [this](graph::TensorId input) {
      return parts_.graph.storages[parts_.graph.tensors[input].storage].kind == graph::StorageKind::parameter;
    };
    return node.module != 0 || std::any_of(node.inputs.begin(), node.inputs.end(), is_weight);
  }

  /// _pre_forward: gradients that zero_grad has taken away by then are no views any more.
  void begin_forward() {
    if (!std::exchange(forward_is_next_, false)) return;
    if (!order_.empty() && rebuilds() && !rebuilt_) {
      rebuilt_ = true;
      fill(order_, kFirstBucket, false);
    }
    if (facts_.broadcast_buffers) broadcast(false);
  }

  bool rebuilds() const { return facts_.static_graph || !facts_.find_unused_parameters; }

  /// `first`: the limit of the first bucket of a dtype. The wrapper makes its buckets from the last one on, for
  /// gradients come in that order.
  void fill(const std::vector<graph::TensorId>& order, int64_t first, bool reversed) {
    struct Open {
      std::vector<graph::TensorId> tensors;
      int64_t bytes = 0, limit = 0;
    };
    std::map<graph::Dtype, Open> open;
    buckets_.clear();
    std::vector<Open> closed;
    for (const graph::TensorId tensor : order) {
      Open& bucket = open.try_emplace(type_of(tensor).dtype, Open{{}, 0, first}).first->second;
      bucket.tensors.push_back(tensor);
      bucket.bytes += bytes_of(tensor).count;
      if (bucket.bytes < bucket.limit) continue;
      closed.push_back(std::exchange(bucket, Open{{}, 0, facts_.bucket_cap.count}));
    }
    for (auto& [dtype, bucket] : open) {
      if (!bucket.tensors.empty()) closed.push_back(std::move(bucket));
    }
    if (reversed) std::reverse(closed.begin(), closed.end());
    for (const Open& bucket : closed) {
      const StorageRef flat = make(Bytes(bucket.bytes), Category::gradient, "DDP bucket");
      for (const graph::TensorId tensor : bucket.tensors) buckets_[tensor] = flat;
    }
    if (!facts_.gradient_as_bucket_view) return;
    for (const graph::TensorId tensor : order) {
      if (parts_.gradients[tensor]) view(tensor);
    }
  }

  void view(graph::TensorId leaf) {
    const auto bucket = buckets_.find(leaf);
    if (bucket != buckets_.end()) parts_.gradients.replace(leaf, make_gradient(bucket->second, type_of(leaf)));
  }

  /// Flat copies of at most 250 MiB, gone when they have been sent.
  void broadcast(bool parameters) {
    std::vector<StorageRef> in_flight;
    int64_t bytes = 0;
    const auto send = [&] {
      if (bytes == 0) return;
      if (in_flight.size() == kInFlight) in_flight.erase(in_flight.begin());
      in_flight.push_back(make(Bytes(bytes), Category::temporary, "broadcast of the model's state"));
      bytes = 0;
    };
    for (const graph::Parameter& parameter : parts_.graph.parameters) {
      if (!parameter.buffer && !parameters) continue;
      bytes += bytes_of(parameter.tensor).count;
      if (bytes >= kBroadcast) send();
    }
    send();
  }

  config::DdpFacts facts_;
  bool rebuilt_ = false, forward_is_next_ = false;
  std::vector<graph::TensorId> order_;  // of the first iteration's gradients
  std::map<graph::TensorId, StorageRef> buckets_;
  StorageRef used_;
};

}  // namespace

std::unique_ptr<Distribution> make_ddp(const config::DdpFacts& facts, const DistributionParts& parts) {
  return std::make_unique<Ddp>(facts, parts);
}

}  // namespace vramlint::memory
