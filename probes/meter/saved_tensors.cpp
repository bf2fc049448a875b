#include "probes/meter/saved_tensors.h"

#include <torch/csrc/autograd/engine.h>

#include <set>
#include <utility>

#include "probes/device_choice.h"

namespace vramlint::probes {

namespace {

std::set<const KeptTensor*>& alive() {
  static auto* const instance = new std::set<const KeptTensor*>;
  return *instance;
}

HookMaker& maker() {
  static auto* const instance = new HookMaker;
  return *instance;
}

class Watch : public torch::autograd::SavedVariableHooks {
 public:
  void call_pack_hook(const at::Tensor& tensor) override { kept_ = std::make_unique<KeptTensor>(tensor); }
  at::Tensor call_unpack_hook() override { return kept_->tensor(); }

 private:
  std::unique_ptr<KeptTensor> kept_;
};

class WatchingEngine : public torch::autograd::Engine {
 public:
  std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
    return maker() ? maker()() : nullptr;
  }
};

torch::autograd::Engine& watching_engine() {
  static auto* const engine = new WatchingEngine;
  return *engine;
}

}  // namespace

void install_saved_tensor_hooks() { torch::autograd::set_default_engine_stub(&watching_engine); }

HookMaker exchange_hooks(HookMaker next) { return std::exchange(maker(), std::move(next)); }

SavedHooks watching_hooks() { return std::make_unique<Watch>(); }

// The history of an output would hold the node that holds this.
KeptTensor::KeptTensor(const at::Tensor& tensor) : tensor_(tensor.tensor_data()) { alive().insert(this); }

KeptTensor::~KeptTensor() { alive().erase(this); }

std::vector<at::Tensor> saved_tensors() {
  std::vector<at::Tensor> result;
  for (const KeptTensor* kept : alive()) result.push_back(kept->tensor());
  return result;
}

bool is_wrapped_number(const at::Tensor& tensor) {
  const at::ScalarType type = tensor.scalar_type();
  return tensor.dim() == 0 && (type == at::kDouble || type == at::kLong || type == at::kComplexDouble);
}

const c10::StorageImpl* storage_of(const at::Tensor& tensor) {
  if (!tensor.defined() || !tensor.has_storage() || tensor.storage().nbytes() == 0) return nullptr;
  return tensor.storage().unsafeGetStorageImpl();
}

int64_t saved_bytes(const StorageSet& excluded) {
  StorageSet seen = excluded;
  int64_t bytes = 0;
  for (const at::Tensor& tensor : saved_tensors()) {
    const c10::StorageImpl* storage = storage_of(tensor);
    const bool in_host_memory = chosen_device().cuda && tensor.is_cpu();
    if (!storage || in_host_memory || is_wrapped_number(tensor) || !seen.insert(storage).second) continue;
    bytes += static_cast<int64_t>(storage->nbytes());
  }
  return bytes;
}

}  // namespace vramlint::probes
