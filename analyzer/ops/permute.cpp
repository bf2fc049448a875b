// Views with the dimensions in another order. The gradient is the incoming one with the order undone: no memory.
#include <numeric>

#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace permute_op {

struct Order {
  std::vector<int64_t> dims;
  std::string error;
};

Order identity(int64_t rank) {
  Order order{std::vector<int64_t>(static_cast<size_t>(rank)), {}};
  std::iota(order.dims.begin(), order.dims.end(), int64_t{0});
  return order;
}

Order order_of_permute(const Call& call) {
  const int64_t rank = call.operand(0).type.rank();
  const std::vector<int64_t>& dims = call.ints(1);
  if (static_cast<int64_t>(dims.size()) != rank) {
    return {.error =
                "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
                "desired ordering of dimensions i.e. input.dim() = " +
                std::to_string(rank) + " is not equal to len(dims) = " + std::to_string(dims.size())};
  }
  Order order;
  std::vector<bool> seen(dims.size());
  for (int64_t dim : dims) {
    const int64_t wrapped = wrap(dim, rank);
    if (wrapped < 0) return {.error = dim_error(dim, rank)};
    if (seen[static_cast<size_t>(wrapped)]) return {.error = "permute(): duplicate dims are not allowed."};
    seen[static_cast<size_t>(wrapped)] = true;
    order.dims.push_back(wrapped);
  }
  return order;
}

Order order_of_transpose(const Call& call) {
  const int64_t rank = call.operand(0).type.rank();
  Order order = identity(rank);
  const int64_t first = wrap(call.integer(1), rank), second = wrap(call.integer(2), rank);
  if (first < 0) return {.error = dim_error(call.integer(1), rank)};
  if (second < 0) return {.error = dim_error(call.integer(2), rank)};
  if (rank > 0) std::swap(order.dims[static_cast<size_t>(first)], order.dims[static_cast<size_t>(second)]);
  return order;
}

Order order_of_t(const Call& call) {
  const int64_t rank = call.operand(0).type.rank();
  if (rank > 2) {
    return {.error = "t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(rank) + "D"};
  }
  Order order = identity(rank);
  std::reverse(order.dims.begin(), order.dims.end());
  return order;
}

Order order_of_reversal(const Call& call) {
  Order order = identity(call.operand(0).type.rank());
  std::reverse(order.dims.begin(), order.dims.end());
  return order;
}

Order order_of_last_two(const Call& call) {
  const int64_t rank = call.operand(0).type.rank();
  if (rank < 2) {
    return {.error = "tensor.mT is only supported on matrices or batches of matrices. Got " + std::to_string(rank) +
                     "-D tensor."};
  }
  Order order = identity(rank);
  std::swap(order.dims[order.dims.size() - 1], order.dims[order.dims.size() - 2]);
  return order;
}

/// What is moved stands at its destinations; the rest fills the other places in the order it had.
Order order_of_moves(int64_t rank, const std::vector<int64_t>& sources, const std::vector<int64_t>& destinations) {
  if (sources.size() != destinations.size()) {
    return {.error = "movedim: Invalid source or destination dims: source (" + std::to_string(sources.size()) +
                     " dims) should contain the same number of dims as destination (" +
                     std::to_string(destinations.size()) + " dims)"};
  }
  Order order;
  order.dims.assign(static_cast<size_t>(rank), -1);
  std::vector<bool> moved(static_cast<size_t>(rank), false);
  if (rank == 0) return order;
  for (size_t i = 0; i < sources.size(); ++i) {
    const int64_t from = wrap(sources[i], rank), to = wrap(destinations[i], rank);
    if (from < 0) return {.error = dim_error(sources[i], rank)};
    if (to < 0) return {.error = dim_error(destinations[i], rank)};
    if (moved[static_cast<size_t>(from)] || order.dims[static_cast<size_t>(to)] >= 0)
      return {.error = "movedim: repeated dim in `source` or `destination`"};
    order.dims[static_cast<size_t>(to)] = from;
    moved[static_cast<size_t>(from)] = true;
  }
  int64_t rest = 0;
  for (int64_t& dim : order.dims) {
    if (dim >= 0) continue;
    while (moved[static_cast<size_t>(rest)]) ++rest;
    dim = rest++;
  }
  return order;
}

Order order_of_movedim(const Call& call) {
  return order_of_moves(call.operand(0).type.rank(), {call.integer(1)}, {call.integer(2)});
}

Order order_of_movedims(const Call& call) {
  return order_of_moves(call.operand(0).type.rank(), call.ints(1), call.ints(2));
}

using OrderOf = Order (*)(const Call&);

template <OrderOf order_of>
Inferred infer(const Call& call) {
  const Order order = order_of(call);
  if (!order.error.empty()) return failure(order.error);
  return view(call, 0, permuted(call.operand(0).type, order.dims));
}

template <OrderOf order_of>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.passed(0, permuted(program.grad(), inverse(order_of(call.call).dims)));
  return program.finish();
}

Cases permute_cases() { return {{tensor({2, 3, 4}), ints({2, 0, 1})}, {tensor({2, 3, 4, 5}), ints({0, 2, 3, -3})}}; }
Cases pair_cases() { return {{tensor({2, 3, 4}), 1, 2}, {strided({2, 3}, {1, 2}), 0, -1}}; }
Cases list_cases() {
  return {{tensor({2, 3, 4}), ints({0, 1}), ints({-1, -2})}, {tensor({2, 3, 4, 5}), ints({3}), ints({0})}};
}
Cases matrix_cases() { return {{tensor({2, 3})}, {tensor({5})}}; }
Cases reversal_cases() { return {{tensor({2, 3})}, {tensor({4, 5})}}; }
Cases batch_cases() { return {{tensor({2, 3})}, {tensor({2, 4, 5})}}; }

template <Literal name, Literal declaration, OrderOf order_of, Cases (*cases)(), Literal... python>
constexpr Op reorder() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer<order_of>,
          .backward = backward<order_of>,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    reorder<"permute", "(Tensor(a) self, int[] dims) -> Tensor(a)", order_of_permute, permute_cases, "torch.permute",
            "Tensor.permute">(),
    reorder<"transpose.int", "(Tensor(a) self, int dim0, int dim1) -> Tensor(a)", order_of_transpose, pair_cases,
            "torch.transpose", "Tensor.transpose">(),
    reorder<"swapaxes", "(Tensor(a) self, int axis0, int axis1) -> Tensor(a)", order_of_transpose, pair_cases,
            "torch.swapaxes", "Tensor.swapaxes">(),
    reorder<"swapdims", "(Tensor(a) self, int dim0, int dim1) -> Tensor(a)", order_of_transpose, pair_cases,
            "torch.swapdims", "Tensor.swapdims">(),
    reorder<"t", "(Tensor(a) self) -> Tensor(a)", order_of_t, matrix_cases, "torch.t", "Tensor.t">(),
    reorder<"numpy_T", "(Tensor(a) self) -> Tensor(a)", order_of_reversal, reversal_cases, "Tensor.T">(),
    reorder<"mT", "(Tensor(a) self) -> Tensor(a)", order_of_last_two, batch_cases, "Tensor.mT">(),
    reorder<"movedim.int", "(Tensor(a) self, int source, int destination) -> Tensor(a)", order_of_movedim, pair_cases,
            "torch.movedim", "Tensor.movedim", "torch.moveaxis", "Tensor.moveaxis">(),
    reorder<"movedim.intlist", "(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)", order_of_movedims,
            list_cases, "torch.movedim", "Tensor.movedim", "torch.moveaxis", "Tensor.moveaxis">(),
};

}  // namespace permute_op
}  // namespace

std::span<const Op> permute_ops() { return permute_op::kOps; }

}  // namespace vramlint::ops
