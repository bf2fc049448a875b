// What autograd keeps for backward, by storage.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_set>
#include <vector>

namespace vramlint::probes {

/// Puts an engine in place whose saved variables report here. To be called before the first operator is recorded.
void install_saved_tensor_hooks();

using SavedHooks = std::unique_ptr<torch::autograd::SavedVariableHooks>;
using HookMaker = std::function<SavedHooks()>;

/// What makes the hooks of what operators save from now on; none: nothing is hooked. Returns the one before.
HookMaker exchange_hooks(HookMaker maker);

/// Hooks that keep the tensor and count it among `saved_tensors`.
SavedHooks watching_hooks();

/// A tensor kept by something of ours, counted among `saved_tensors` as long as it lives. Without its history.
class KeptTensor {
 public:
  explicit KeptTensor(const at::Tensor& tensor);
  KeptTensor(const KeptTensor&) = delete;
  KeptTensor& operator=(const KeptTensor&) = delete;
  ~KeptTensor();
  const at::Tensor& tensor() const { return tensor_; }

 private:
  at::Tensor tensor_;
};

/// Every tensor that a recorded node holds at this moment.
std::vector<at::Tensor> saved_tensors();

using StorageSet = std::unordered_set<const c10::StorageImpl*>;

/// Bytes of the distinct storages of saved tensors that are not among `excluded` (parameters, buffers, inputs). Python
/// numbers that torch wrapped in 0-dim tensors are left out: they stay in host memory on a GPU.
int64_t saved_bytes(const StorageSet& excluded);

bool is_wrapped_number(const at::Tensor& tensor);
const c10::StorageImpl* storage_of(const at::Tensor& tensor);  ///< null for a tensor without storage or elements

}  // namespace vramlint::probes
