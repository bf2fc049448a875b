// Sparse matrices: their places and values, what a product with one makes, and what autograd keeps of it.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// Trains `w` [64, 16] by `loss` of `adj` [2048, 2048], made of `count` places on the GPU.
Said trained(int count, const std::string& loss, const std::string& more = "") {
  return said_of_script(
      "import torch\nfrom torch import nn\nn = 2048\nplaces = torch.randint(0, n, (2, " + std::to_string(count) +
      "))\nadj = torch.sparse_coo_tensor(places, torch.ones(" + std::to_string(count) +
      "), (n, n)).coalesce().cuda()\nx = torch.randn(n, 64).cuda()\nw = nn.Parameter(torch.randn(64, 16).cuda())\n" +
      more + "opt = torch.optim.SGD([w], lr=0.1)\nfor step in range(100):\n    loss = " + loss +
      "\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
}

// A place is two int64, a value a float: 2^16 more of them are 2^16 * (2 * 8 + 4) bytes, 1.25 MiB. Their matrix would
// be 2048 * 2048 * 4, 16 MiB.
TEST(SparseTensors, TakePlacesAndValues) {
  for (const char* loss :
       {"torch.spmm(adj, x @ w).mean()", "torch.sparse.mm(adj, x @ w).mean()", "(adj @ (x @ w)).mean()"}) {
    const Said few = trained(1 << 15, loss), many = trained((1 << 15) + (1 << 16), loss);
    ASSERT_EQ(many.status(), "estimated") << loss << many.config["unknowns"] << many.findings;
    EXPECT_GE(many.allocated() - few.allocated(), (1 << 16) * 20) << loss;
    EXPECT_LT(many.allocated() - few.allocated(), 2048 * 2048 * 4) << loss;
  }
}

// torch.sparse.mm(a, d).grad_fn of PyTorch 1.13: `_saved_mat1` is the sparse one, `_saved_mat2` None; both where the
// values want a gradient. The dense one has 2048 * 16 floats, the values 2^15.
TEST(SparseTensors, ProductsKeepTheOtherFactor) {
  const Said plain = trained(1 << 15, "torch.sparse.mm(adj, x @ w).mean()");
  const Said learnt =
      trained(1 << 15, "torch.sparse.mm(torch.sparse_coo_tensor(adj.indices(), v, (n, n)), x @ w).mean()",
              "v = nn.Parameter(torch.ones(adj._nnz()).cuda())\n");
  ASSERT_EQ(learnt.status(), "estimated") << learnt.config["unknowns"] << learnt.findings;
  const auto saved = [](const Said& said) { return said.config["saved_for_backward"].get<int64_t>(); };
  EXPECT_EQ(saved(learnt) - saved(plain), 2048 * 16 * 4);
  EXPECT_GE(learnt.allocated(), 2048 * 2048 * 4);  // the gradient of a sparse matrix is made as a dense one
}

// How many elements of `dense` are not zero depends on the data: none, or 2^22 of 20 bytes.
TEST(SparseTensors, WhatIsFoundByLookingIsBounded) {
  const Said said =
      trained(8, "torch.spmm(found, x @ w).mean()", "found = torch.rand(n, n).round().to_sparse().cuda()\n");
  ASSERT_NE(said.status(), "not_estimable") << said.findings;
  EXPECT_GE(said.high() - said.low(), 2048. * 2048 * 20 * 0.9) << said.config["unknowns"];
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(SparseTensors, WhatIsNotDescribedIsNotKnown) {
  const Said said = trained(8, "(torch.spmm(torch.cat([adj, adj]), x @ w)).mean()");
  EXPECT_NE(said.status(), "estimated");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
