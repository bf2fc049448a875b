// What autograd keeps for backward, by storage.
#pragma once

#include <cstdint>
#include <unordered_set>

#include <ATen/core/Tensor.h>

namespace vramlint::probes {

/// Puts an engine in place whose saved variables report here. To be called before the first operator is recorded.
void install_saved_tensor_hooks();

/// What operators save from now on is watched, or not.
void watch_saved_tensors(bool on);

/// Every tensor that a recorded node holds at this moment.
std::vector<at::Tensor> saved_tensors();

using StorageSet = std::unordered_set<const c10::StorageImpl*>;

/// Bytes of the distinct storages of saved tensors that are not among `excluded` (parameters, buffers, inputs). Python
/// numbers that torch wrapped in 0-dim tensors are left out: they stay in host memory on a GPU.
int64_t saved_bytes(const StorageSet& excluded);

bool is_wrapped_number(const at::Tensor& tensor);
const c10::StorageImpl* storage_of(const at::Tensor& tensor);  ///< null for a tensor without storage or elements

}  // namespace vramlint::probes
