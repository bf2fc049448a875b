// Library workspaces that stay in the caching allocator once a kernel has needed them.
#pragma once

#include "graph/torch_profile.h"
#include "memory/devices.h"
#include "memory/storage_table.h"

namespace vramlint::memory {

/// The cuBLAS workspace: one per thread that multiplies matrices, taken at the first multiplication, never given back
/// (aten/src/ATen/cuda/CublasHandlePool.cpp [2.0], [2.4]). Backward runs on a thread of its own, so a step holds two.
/// That second one follows from the source; it has not been measured.
class CublasWorkspaces {
 public:
  enum class Thread : uint8_t { forward, backward };

  CublasWorkspaces(StorageTable& storages, const graph::TorchProfile& torch, const Device* device);
  /// To be called before every operator runs.
  void before(Thread thread, const graph::Node& node);

 private:
  StorageTable& storages_;
  Bytes size_;  // 0: cuBLAS allocates by itself, outside of the caching allocator (1.13)
  StorageRef held_[2];
};

/// Whether the operator multiplies matrices through cuBLAS.
bool multiplies_matrices(const graph::Op& op);

}  // namespace vramlint::memory
