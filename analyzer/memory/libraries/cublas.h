// Workspaces of cuBLAS and cublasLt.
#pragma once

#include "config/runtime.h"
#include "graph/torch_profile.h"
#include "memory/devices.h"
#include "memory/storage_table.h"

namespace vramlint::memory {

/// What a step's matrix products take beside their operands (aten/src/ATen/cuda/CublasHandlePool.cpp and CUDABlas.cpp
/// [1.13.1], [2.0], [2.4], [2.7], and the documentation of 2.15).
///
/// cuBLAS, from 2.0 on: one workspace per thread that multiplies, taken at the first product and kept. Backward runs on
/// a thread of its own, so a step holds two if a gradient is a product of matrices too (both as measured with 2.11).
/// As 2.15 documents it, a workspace is taken for each product instead, unless TORCH_CUBLAS_WORKSPACE_CACHE asks to
/// keep it; where between 2.7 and 2.15 that changed is not known, and those in between are counted as keeping it. 1.13
/// leaves the workspace to cuBLAS, outside of the caching allocator.
///
/// cublasLt, for a product with a bias: one for the call; from 2.7 on it may share cuBLAS's, and in 2.11, as measured
/// on an H100, one of 1 MiB is kept from the first such product on. Those in between are counted as sharing.
class CublasWorkspaces {
 public:
  enum class Thread : uint8_t { forward, backward };

  CublasWorkspaces(StorageTable& storages, const graph::TorchProfile& torch, const Device* device,
                   const config::RuntimeFacts& runtime = {});
  /// To be called when an operator's results are there, which is before it multiplies. Backward runs forwards again.
  void forward(Thread thread, const graph::Node& node);
  /// To be called when the first gradient of an operator's backward is there.
  void backward(const graph::Node& node);
  /// To be called when it has run in forward, or the whole backward is done.
  void after(Thread thread);
  /// What cublasLt takes while the operator runs; often nothing.
  [[nodiscard]] StorageRef epilogue(Thread thread, const graph::Node& node);

 private:
  void take(Thread thread, bool multiplies);

  StorageTable& storages_;
  Interval size_;  // 0: cuBLAS allocates by itself, outside of the caching allocator (1.13)
  Bytes lt_size_;  // 0: shared with cuBLAS's
  bool kept_ = true, lt_kept_ = false;
  StorageRef held_[2], lt_held_[2];
};

/// Whether the operator multiplies matrices through cuBLAS.
bool multiplies_matrices(const graph::Op& op);

}  // namespace vramlint::memory
