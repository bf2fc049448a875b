#include "probes/meter/saved_tensors.h"

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <memory>
#include <set>

namespace vramlint::probes {

namespace {

class Watch;
std::set<const Watch*>& alive() {
  static auto* const instance = new std::set<const Watch*>;
  return *instance;
}
bool watching = false;

/// Owns an alias of what one saved variable holds, as long as that lives.
class Watch : public torch::autograd::SavedVariableHooks {
 public:
  ~Watch() override { alive().erase(this); }
  void call_pack_hook(const at::Tensor& tensor) override {
    tensor_ = tensor.tensor_data();  // without its history, which would hold the node that holds this
    alive().insert(this);
  }
  at::Tensor call_unpack_hook() override { return tensor_; }
  const at::Tensor& tensor() const { return tensor_; }

 private:
  at::Tensor tensor_;
};

class WatchingEngine : public torch::autograd::Engine {
 public:
  std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
    return watching ? std::make_unique<Watch>() : nullptr;
  }
};

torch::autograd::Engine& watching_engine() {
  static auto* const engine = new WatchingEngine;
  return *engine;
}

}  // namespace

void install_saved_tensor_hooks() { torch::autograd::set_default_engine_stub(&watching_engine); }

void watch_saved_tensors(bool on) { watching = on; }

std::vector<at::Tensor> saved_tensors() {
  std::vector<at::Tensor> result;
  for (const Watch* watch : alive()) result.push_back(watch->tensor());
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
    if (!storage || is_wrapped_number(tensor) || !seen.insert(storage).second) continue;
    bytes += static_cast<int64_t>(storage->nbytes());
  }
  return bytes;
}

}  // namespace vramlint::probes
