#include "memory/workspaces.h"

#include <algorithm>

#include "memory/operator_name.h"

namespace vramlint::memory {

namespace {

// getChosenWorkspaceSize, CublasHandlePool.cpp [2.4]: 4096 KiB * 2 + 16 KiB * 8, or 4096 KiB * 8 on compute 9.0.
constexpr Bytes kDefaultWorkspace{int64_t{4096} * 1024 * 2 + 16 * 1024 * 8};
constexpr Bytes kHopperWorkspace{int64_t{4096} * 1024 * 8};

constexpr std::string_view kProducts[] = {
    "addbmm", "addmm",  "addmv", "addr",   "baddbmm", "bilinear", "bmm", "cdist",     "chain_matmul",
    "dot",    "einsum", "inner", "linear", "matmul",  "mm",       "mv",  "tensordot", "vdot",
};

}  // namespace

bool multiplies_matrices(const graph::Op& op) {
  return std::binary_search(std::begin(kProducts), std::end(kProducts), operator_name(op));
}

CublasWorkspaces::CublasWorkspaces(StorageTable& storages, const graph::TorchProfile& torch, const Device* device)
    : storages_(storages) {
  if (torch.cublas_workspace) size_ = device && device->compute_major == 9 ? kHopperWorkspace : kDefaultWorkspace;
}

void CublasWorkspaces::before(Thread thread, const graph::Node& node) {
  StorageRef& held = held_[static_cast<size_t>(thread)];
  if (held || size_ == Bytes(0) || !multiplies_matrices(*node.call.op)) return;
  held = storages_.make(size_, Label{.category = Category::workspace, .op = "cuBLAS workspace"});
}

}  // namespace vramlint::memory
