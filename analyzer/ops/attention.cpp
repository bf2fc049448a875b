// scaled_dot_product_attention (2.0 on), by the kernel that CUDA chooses, in this order:
//
//   cuDNN            half precision on compute capability 9.0 and later, as measured with 2.11: with and without a mask
//                    or dropout, heads a multiple of 8 and up to 256: keeps query, key, value, the output, a float32
//                    log-sum-exp a row and two numbers; a boolean mask as a mask of numbers
//   flash            half precision, four dimensions, no mask, heads of up to 128 (256 from 2.2): keeps query, key,
//                    value, the output and a float32 log-sum-exp a row; heads that are no multiple of 8 are padded from
//                    2.1 on, and the padded copies are kept. Compute capability 8.0, in 2.0 and 2.1 7.5 for float16
//   memory-efficient float32 too; with a mask or dropout from 2.1 on; heads a multiple of 8 (4 for float32): the same,
//                    rows rounded up to 32, and the mask
//   math             anything else: scaled copies of query and key, the attention map, the value; from 2.5 on in
//                    float32, for half precision too
//
// Backward of flash holds its softmax sums and a float32 accumulator of the query's gradient (rows rounded up to 128,
// heads to 32); that of cuDNN the same, nothing rounded; the memory-efficient kernel the row sums and an accumulator
// (heads rounded up to 64, 128 or beyond that to 64, rows to 64 for heads of up to 64, else to 128).
// Results and gradients lie as query, key and value do, those of the memory-efficient kernel row by row.
// aten/src/ATen/native/transformers/attention.cpp, cuda/sdp_utils.cpp, cuda/attention.cu, cuda/attention_backward.cu,
// cuda/flash_attn/flash_api.cpp (2.0, 2.4, 2.7). The figures: 562 calls with torch 2.11.0+cu130, cuDNN
// 9.19 on an H100, each kernel asked for by name in 135 of them.
#include <algorithm>
#include <numeric>
#include <vector>

#include "ops/attention_math.h"
#include "ops/declare.h"
#include "ops/layout.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace attention_op {

using Kernel = AttentionKernel;

/// The layout of the result follows the query where flash or plain operators run.
bool keeps_layout(const Call& call) {
  const TensorType& query = call.operand(0).type;
  return query.rank() != 4 || query.dtype == Dtype::float64 || (is_half(query.dtype) && !has_mask(call));
}

/// Dense, its dimensions in the order in which the other's lie.
TensorType laid_out_like(const TensorType& other) {
  TensorType made = graph::like(other, other.dtype);
  std::vector<size_t> order(other.shape.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return other.strides[a] < other.strides[b]; });
  int64_t stride = 1;
  for (const size_t dim : order) {
    made.strides[dim] = stride;
    stride = saturating_product(stride, std::max<int64_t>(other.shape[dim].point, 1));
  }
  return made;
}

/// Batch, rows, heads, head: as the memory-efficient kernel writes.
TensorType row_by_row(Dtype dtype, const Shape& shape) {
  return permuted(graph::contiguous(dtype, {shape[0], shape[2], shape[1], shape[3]}), {0, 2, 1, 3});
}

int64_t rounded(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

/// Of flash by padded copies, which lie head by head: a part of every row of the padded result.
TensorType part_of_padded(const TensorType& query, const Shape& shape) {
  const Shape padded = replaced(shape, 1, rounded(shape.back().point, 8));
  TensorType made = graph::contiguous(query.dtype, padded);
  made.shape = shape;
  return made;
}

/// Of flash and of plain operators.
TensorType laid_out(const TensorType& query, const Shape& shape) {
  if (is_half(query.dtype) && query.rank() == 4 && shape.back().point % 8 != 0) return part_of_padded(query, shape);
  return same_sizes(shape, query.shape) ? laid_out_like(query) : graph::contiguous(query.dtype, shape);
}

Inferred infer(const Call& call) {
  const TensorType& query = call.operand(0).type;
  const TensorType& key = call.operand(1).type;
  const TensorType& value = call.operand(2).type;
  if (query.rank() < 2 || key.rank() < 2 || value.rank() < 2) {
    return failure(
        "scaled_dot_product_attention: Expected query, key, and value to all be  at least 2 dimensional, but got "
        "query.dim: " +
        std::to_string(query.rank()) + ", key.dim: " + std::to_string(key.rank()) +
        " and value.dim: " + std::to_string(value.rank()) + " instead.");
  }
  if (query.dtype != key.dtype || query.dtype != value.dtype) {
    return failure(
        graph::Refusal::types("Expected query, key, and value to have the same dtype, but got query.dtype: " +
                              std::string(to_string(query.dtype)) + " key.dtype: " + std::string(to_string(key.dtype)) +
                              " and value.dtype: " + std::string(to_string(value.dtype)) + " instead."));
  }
  if (differ(query, -1, key, -1) || differ(key, -2, value, -2)) {
    return failure("scaled_dot_product_attention: shapes of query " + to_string(query.shape) + ", key " +
                   to_string(key.shape) + " and value " + to_string(value.shape) + " do not fit together");
  }
  if (shares_heads(call) && !call.boolean(7) && query.size(-3) != 1 && key.size(-3) != 1) {
    return failure("The size of tensor a (" + std::to_string(query.size(-3)) + ") must match the size of tensor b (" +
                   std::to_string(key.size(-3)) + ") at non-singleton dimension " + std::to_string(query.rank() - 3));
  }
  if (shares_heads(call) && call.boolean(7) && (key.size(-3) == 0 || query.size(-3) % key.size(-3) != 0)) {
    return failure("Number of heads in key and value must divide the number of heads in query");
  }
  const Shape shape = replaced(query.shape, 1, value.shape.back());
  if (keeps_layout(call)) return fresh(laid_out(query, shape));
  return fresh(row_by_row(query.dtype, shape));
}

Interval row_sums(const Call& call, int64_t round_rows_to) {
  const Shape& query = call.operand(0).type.shape;
  return dense_bytes(Dtype::float32,
                     {query[0], query[1], map(query[2], [&](int64_t n) { return rounded(n, round_rows_to); })});
}

/// A boolean mask becomes a mask of numbers; rows that are no multiple of 16 bytes' worth are padded to 16 elements, in
/// 2.11 to 8, but for cuDNN.
void keep_mask(const Call& call, Kernel kernel, const TorchProfile& torch, Saved& saved) {
  const TensorType& mask = call.operand(3).type;
  const int64_t columns = mask.size(-1);
  const bool fits = columns % 8 == 0 || kernel == Kernel::cudnn;
  if (mask.dtype != Dtype::boolean && fits) {
    saved.operands.push_back(operand_of(call, 3));
    return;
  }
  const int64_t width = fits ? columns : rounded(columns, torch.at_least(2, 11) ? 8 : 16);
  saved.extras.push_back({dense_bytes(call.operand(0).type.dtype, replaced(mask.shape, 1, width)), "mask as numbers"});
}

/// Copies of query, key and value with heads of a multiple of 8, and what the output has beyond its own head.
void keep_padded(const Call& call, Saved& saved) {
  for (size_t arg : {size_t{0}, size_t{1}, size_t{2}}) {
    const TensorType& type = call.operand(arg).type;
    saved.extras.push_back(
        {dense_bytes(type.dtype, replaced(type.shape, 1, rounded(type.size(-1), 8))), "padded heads"});
  }
  const TensorType& query = call.operand(0).type;
  const int64_t missing = rounded(query.size(-1), 8) - query.size(-1);
  saved.extras.push_back({dense_bytes(query.dtype, replaced(query.shape, 1, missing)), "padding of the output"});
}

Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const Kernel kernel = kernel_of(call, torch);
  if (kernel == Kernel::math) return saves_math(call, torch);
  Saved saved{.outputs = {0}};
  if (kernel == Kernel::flash && call.operand(0).type.size(-1) % 8 != 0) {
    keep_padded(call, saved);
  } else {
    // let go in the order of their names: key, query, value
    saved.operands = {operand_of(call, 1), operand_of(call, 0), operand_of(call, 2)};
  }
  if (has_mask(call)) keep_mask(call, kernel, torch, saved);
  saved.extras.push_back({row_sums(call, kernel == Kernel::efficient ? 32 : 1), "log-sum-exp"});
  if (kernel == Kernel::cudnn) {
    for (int i = 0; i < 2; ++i) saved.extras.push_back({Interval::exactly(Bytes(8)), "generator's state"});
  }
  return saved;
}

/// The memory-efficient kernel sums up beside its result, in float32.
bool leaves_registers(const Call& call) {
  constexpr int64_t kWidest = 128;
  return is_half(call.operand(0).type.dtype) && call.operand(2).type.size(-1) > kWidest;
}

std::vector<Temporary> forward(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  const Kernel kernel = kernel_of(call, torch);
  if (kernel == Kernel::math) return forward_math(call, torch);
  if (kernel != Kernel::efficient || !leaves_registers(call)) return {};
  return {{.bytes = dense_bytes(Dtype::float32, outputs[0].type.shape), .what = "accumulator of the result"}};
}

Interval efficient_accumulator(const Shape& query) {
  const bool narrow = query[3].point <= 64;
  const int64_t head = query[3].point <= 128 && !narrow ? 128 : rounded(query[3].point, 64);
  const Dim rows = map(query[2], [&](int64_t n) { return rounded(n, narrow ? 64 : 128); });
  constexpr int64_t kCounters = 4;  // numbers, for every block of 64 rows
  const Dim blocks = map(rows, [](int64_t n) { return n / 64; });
  return dense_bytes(Dtype::float32, {query[0], query[1], rows, head}) +
         dense_bytes(Dtype::float32, {query[0], query[1], blocks, kCounters});
}

TensorType gradient_type(Kernel kernel, const TensorType& type) {
  if (kernel == Kernel::math) return graph::contiguous(type.dtype, type.shape);
  return kernel == Kernel::efficient ? row_by_row(type.dtype, type.shape) : laid_out_like(type);
}

/// In float32 the row sums are those of a product of the output and its gradient, and transposed. Heads beyond 128 do
/// not stay in registers: in half precision all three gradients are summed up in float32.
void efficient_scratch(Program& program, const Call& call, const TorchProfile& torch) {
  const TensorType& query = call.operand(0).type;
  const bool sums_itself = query.dtype != Dtype::float32 || !torch.at_least(2, 1);
  const int product = sums_itself ? -1 : program.temporary(program.grad(), "product of output and gradient");
  const int sums = program.temporary(row_sums(call, 1), "row sums");
  if (!sums_itself) {
    program.temporary(row_sums(call, 1), "row sums");
    program.release(sums);
    program.release(product);
  } else if (query.dtype == Dtype::float32) {
    return;
  }
  program.temporary(efficient_accumulator(query.shape), "accumulator of the query's gradient");
  if (!leaves_registers(call)) return;
  for (const size_t arg : {1, 2}) {
    program.temporary(dense_bytes(Dtype::float32, call.operand(arg).type.shape), "accumulator of a gradient");
  }
}

/// What flash reads lies batch, rows, heads, head (contiguous_grad_out, contiguous_out, attention_backward.cu).
void flash_copies(Program& program, const BackwardCall& call) {
  for (const TensorType* read : {&program.grad(), &call.outputs[0].type}) {
    if (read->strides != row_by_row(read->dtype, read->shape).strides) program.temporary(*read, "contiguous copy");
  }
}

/// Heads of keys and values that several heads of queries share have a gradient for each of those first (dk_expanded
/// and dv_expanded, flash_api.cpp [2.11]). Nothing for heads that are not shared.
Interval of_every_head(const Program& program, size_t arg) {
  const TensorType &query = program.type(0), &shared = program.type(arg);
  if (shared.shape[1] == query.shape[1]) return {};
  return dense_bytes(shared.dtype, {shared.shape[0], query.shape[1], shared.shape[2], shared.shape[3]});
}

void flash_scratch(Program& program, const BackwardCall& call) {
  const TensorType& query = program.type(0);
  program.temporary(row_sums(call.call, 128), "softmax sums");
  const Shape accumulator = {query.shape[0], map(query.shape[2], [](int64_t n) { return rounded(n, 128); }),
                             query.shape[1], map(query.shape[3], [](int64_t n) { return rounded(n, 32); })};
  program.temporary(dense_bytes(Dtype::float32, accumulator), "accumulator of the query's gradient");
  for (const size_t arg : {1, 2}) {
    if (const Interval shared = of_every_head(program, arg); shared.high > Bytes(0))
      program.temporary(shared, "gradient of every head");
  }
}

/// One workspace, as the requests of Bert, GPT-2 and Exaone 4 on an H100 have it [2.11].
void cudnn_scratch(Program& program, const BackwardCall& call) {
  const Interval numbers = row_sums(call.call, 1) + dense_bytes(Dtype::float32, program.type(0).shape) +
                           of_every_head(program, 1) + of_every_head(program, 2);
  program.temporary(numbers + Interval::exactly(Bytes(256)), "softmax sums and accumulator");
}

/// The gradients' own tensors are there before what the kernel takes beside them.
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const Kernel kernel = kernel_of(call.call, call.torch);
  if (kernel == Kernel::math) {
    math_gradients(program, call.call, call.torch);
  } else {
    if (kernel == Kernel::flash) flash_copies(program, call);
    for (size_t arg : {size_t{0}, size_t{1}, size_t{2}})
      program.computed(arg, gradient_type(kernel, program.type(arg)));
  }
  if (kernel == Kernel::flash) flash_scratch(program, call);
  if (kernel == Kernel::cudnn) cudnn_scratch(program, call);
  if (kernel == Kernel::efficient) efficient_scratch(program, call.call, call.torch);
  if (call.call.is_none(3) || !program.needs(3)) return program.finish();
  program.computed(3, graph::contiguous(program.type(0).dtype, map_shape(call.call)));
  return program.finish();
}

Operand half(std::initializer_list<int64_t> sizes) { return tensor(sizes, Dtype::float16); }

Cases cases() {
  return {{half({2, 4, 7, 8}), half({2, 4, 9, 8}), half({2, 4, 9, 8})},
          {tensor({2, 4, 5, 6}), tensor({2, 4, 5, 6}), tensor({2, 4, 5, 3}), data({5, 5})},
          {tensor({4, 5, 6}), tensor({4, 5, 6}), tensor({4, 5, 6}), Given(), 0.1, true},
          {tensor({2, 4, 5, 8}), tensor({2, 4, 7, 8}), tensor({2, 4, 7, 8}), data({5, 7}, Dtype::boolean)},
          {half({2, 4, 7, 20}), half({2, 4, 9, 20}), half({2, 4, 9, 20})}};
}

// xformers and flash_attn: batch, rows, heads, head.

Inferred infer_rows_first(const Call& call) {
  const TensorType& query = call.operand(0).type;
  const TensorType& value = call.operand(2).type;
  if (query.rank() != 4 && query.rank() != 3) {
    return failure("memory_efficient_attention: expected 3 or 4 dimensions, got " + std::to_string(query.rank()));
  }
  if (differ(query, -1, call.operand(1).type, -1)) return failure("Query/Key should have the same head size");
  return fresh(graph::contiguous(query.dtype, replaced(query.shape, 1, value.shape.back())));
}

Interval rows_first_sums(const Call& call) {
  const Shape& query = call.operand(0).type.shape;
  const Dim rows = map(query[1], [](int64_t n) { return rounded(n, 32); });
  return dense_bytes(Dtype::float32, {query[0], query.size() == 4 ? query[2] : Dim(1), rows});
}

Saved saves_rows_first(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved{.operands = {operand_of(call, 0), operand_of(call, 1), operand_of(call, 2)}, .outputs = {0}};
  if (has_mask(call)) saved.operands.push_back(operand_of(call, 3));
  saved.extras.push_back({rows_first_sums(call), "log-sum-exp"});
  return saved;
}

std::vector<graph::GradStep> backward_rows_first(const BackwardCall& call) {
  Program program(call);
  program.contiguous_grad();
  program.temporary(rows_first_sums(call.call), "row sums");
  for (size_t arg : {size_t{0}, size_t{1}, size_t{2}}) {
    program.computed(arg, graph::contiguous(program.type(arg).dtype, program.type(arg).shape));
  }
  if (has_mask(call.call)) program.computed(3, graph::contiguous(program.type(3).dtype, program.type(3).shape));
  return program.finish();
}

Cases rows_first_cases() {
  return {{half({2, 7, 4, 8}), half({2, 9, 4, 8}), half({2, 9, 4, 8})},
          {tensor({3, 5, 8}), tensor({3, 5, 8}), tensor({3, 5, 8})}};
}

constexpr Op kOps[] = {
    {.schema = "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
               "dropout_p=0.0, bool is_causal=False, *, float? scale=None, bool enable_gqa=False, int kernels=15) "
               "-> Tensor",
     .names = names<"torch._C._nn.scaled_dot_product_attention", "torch.nn.functional.scaled_dot_product_attention">(),
     .infer = infer,
     .saves = saves,
     .forward = forward,
     .backward = backward,
     .samples = samples<"scaled_dot_product_attention", cases>},
    declared<"memory_efficient_attention",
             "(Tensor query, Tensor key, Tensor value, Tensor? attn_bias=None, float p=0.0, float? scale=None) -> "
             "Tensor",
             infer_rows_first, saves_rows_first, backward_rows_first, rows_first_cases,
             "xformers.ops.memory_efficient_attention">(),
};

}  // namespace attention_op
}  // namespace

std::span<const Op> attention_ops() { return attention_op::kOps; }

}  // namespace vramlint::ops
