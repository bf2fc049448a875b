#include "memory/libraries/cublas.h"

#include <unordered_set>

#include "base/text_hash.h"
#include "graph/operator_name.h"

namespace vramlint::memory {

namespace {

// getChosenWorkspaceSize, CublasHandlePool.cpp [2.4]: 4096 KiB * 2 + 16 KiB * 8, or 4096 KiB * 8 on compute 9.0.
constexpr Bytes kDefaultWorkspace{int64_t{4096} * 1024 * 2 + 16 * 1024 * 8};
constexpr Bytes kHopperWorkspace{int64_t{4096} * 1024 * 8};
constexpr Bytes kLtWorkspace{1 << 20};  // CUDABlas.cpp, gemm_and_bias
constexpr int kHopper = 9;

/// 2.15 documents the larger workspace for 10, 11 and 12 too; since when is not known.
Interval usual_size(const graph::TorchProfile& torch, const Device* device) {
  if (!device || device->compute_major < kHopper) return Interval::exactly(kDefaultWorkspace);
  const bool sure = device->compute_major == kHopper || torch.at_least(2, 15);
  return {sure ? kHopperWorkspace : kDefaultWorkspace, kHopperWorkspace, kHopperWorkspace};
}

/// addmm_out_cuda_impl of native/cuda/Blas.cpp [1.13.1], [2.4]: a bias of one dimension, and no side of the second
/// matrix that is 1.
bool has_epilogue(const graph::Node& node) {
  const std::string_view name = operator_name(*node.call.op);
  const bool linear = name == "linear";
  if ((!linear && name != "addmm") || node.call.args.size() < 3) return false;
  const graph::Operand* bias = node.call.operand_or_null(linear ? 2 : 0);
  if (bias == nullptr || bias->type.rank() != 1) return false;
  const graph::TensorType& matrix = node.call.operand(linear ? 1 : 2).type;
  return matrix.rank() == 2 && matrix.size(0) > 1 && matrix.size(1) > 1;
}

constexpr std::string_view kProducts[] = {
    "addbmm", "addmm",  "addmv", "addr",   "baddbmm", "bilinear", "bmm", "cdist",     "chain_matmul",
    "dot",    "einsum", "inner", "linear", "matmul",  "mm",       "mv",  "tensordot", "vdot",
};

/// The gradient of a matrix that was multiplied by a vector is an outer product, and those of a dot product are scaled
/// vectors: neither goes to cuBLAS (derivatives.yaml: mv, dot; LinearAlgebra.cpp: matmul [2.11]).
bool multiplies_in_backward(const graph::Call& call) {
  if (!multiplies_matrices(*call.op)) return false;
  const std::string_view name = operator_name(*call.op);
  if (name == "dot" || name == "vdot") return false;
  if ((name != "mv" && name != "matmul") || call.operands.size() != 2) return true;
  const bool vector = call.operands[1].type.rank() == 1;
  if (vector && call.operands[0].type.rank() == 1) return false;
  return !vector || call.operands[1].requires_grad;
}

}  // namespace

bool multiplies_matrices(const graph::Op& op) {
  static const std::unordered_set<std::string_view, TextHash> products(std::begin(kProducts), std::end(kProducts));
  return products.contains(operator_name(op));
}

CublasWorkspaces::CublasWorkspaces(StorageTable& storages, const graph::TorchProfile& torch, const Device* device,
                                   const config::RuntimeFacts& runtime)
    : storages_(storages) {
  const auto& set = runtime.cublas_workspace;
  if (torch.cublas_workspace) size_ = set ? Interval::exactly(*set) : usual_size(torch, device);
  kept_ = runtime.cublas_workspace_cached.value_or(!torch.at_least(2, 15));
  const bool shares = torch.at_least(2, 7) && !torch.at_least(2, 11);
  if (!runtime.cublaslt_unified.value_or(shares)) lt_size_ = runtime.cublaslt_workspace.value_or(kLtWorkspace);
  lt_kept_ = torch.at_least(2, 11) && kept_;
}

void CublasWorkspaces::forward(Thread thread, const graph::Node& node) {
  take(thread, multiplies_matrices(*node.call.op));
}

void CublasWorkspaces::backward(const graph::Node& node) { take(Thread::backward, multiplies_in_backward(node.call)); }

void CublasWorkspaces::take(Thread thread, bool multiplies) {
  StorageRef& held = held_[static_cast<size_t>(thread)];
  if (!kept_) held.reset();
  if (held || size_.high == Bytes(0) || !multiplies) return;
  held = storages_.make(size_, Label{.category = Category::workspace, .op = "cuBLAS workspace"});
}

void CublasWorkspaces::after(Thread thread) {
  if (!kept_) held_[static_cast<size_t>(thread)].reset();
}

StorageRef CublasWorkspaces::epilogue(Thread thread, const graph::Node& node) {
  if (lt_size_ == Bytes(0) || !has_epilogue(node)) return {};
  const Label label = {.category = Category::workspace, .op = "cublasLt workspace"};
  if (!lt_kept_) return storages_.make(lt_size_, label);
  StorageRef& held = lt_held_[static_cast<size_t>(thread)];
  if (!held) held = storages_.make(lt_size_, label);
  return held;
}

}  // namespace vramlint::memory
