// scaled_dot_product_attention (2.0 on), by the kernel that CUDA chooses.
//
//   flash            half precision, four dimensions, no mask, heads of up to 256: keeps query, key, value, the output
//                    and a float32 log-sum-exp a row
//   memory-efficient float32 or with a mask: the same, rows rounded up to 32, and the mask
//   math             anything else: scaled copies of query and key, the attention map, the value
//
// Backward of flash holds its softmax sums and a float32 accumulator of the query's gradient (rows rounded up to 128,
// heads to 32); the memory-efficient kernel the row sums. aten/src/ATen/native/transformers/attention.cpp,
// cuda/attention.cu, cuda/attention_backward.cu, cuda/flash_attn/flash_api.cpp (2.4). Flash needs compute
// capability 8.0; below, the memory-efficient kernel keeps as much. Not measured on a GPU.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {

enum class Kernel : uint8_t { flash, efficient, math };

bool is_half(Dtype dtype) { return dtype == Dtype::float16 || dtype == Dtype::bfloat16; }

Kernel kernel_of(const Call& call) {
  const TensorType& query = call.operand(0).type;
  if (query.rank() != 4 || query.dtype == Dtype::float64) return Kernel::math;
  return is_half(query.dtype) && call.is_none(3) && query.size(-1) <= 256 ? Kernel::flash : Kernel::efficient;
}

Shape replaced(Shape shape, size_t from_end, const Dim& dim) {
  shape[shape.size() - from_end] = dim;
  return shape;
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
    return failure("Expected query, key, and value to have the same dtype, but got query.dtype: " +
                   std::string(to_string(query.dtype)) + " key.dtype: " + std::string(to_string(key.dtype)) +
                   " and value.dtype: " + std::string(to_string(value.dtype)) + " instead.");
  }
  if (query.size(-1) != key.size(-1) || key.size(-2) != value.size(-2)) {
    return failure("scaled_dot_product_attention: shapes of query " + to_string(query.shape) + ", key " +
                   to_string(key.shape) + " and value " + to_string(value.shape) + " do not fit together");
  }
  const Shape shape = replaced(query.shape, 1, value.shape.back());
  if (kernel_of(call) != Kernel::efficient) {
    TensorType made = graph::like(query, query.dtype);
    return fresh(same_sizes(shape, query.shape) ? made : graph::contiguous(query.dtype, shape));
  }
  const TensorType rows = graph::contiguous(query.dtype, {shape[0], shape[2], shape[1], shape[3]});
  return fresh(permuted(rows, {0, 2, 1, 3}));
}

Shape map_shape(const Call& call) {
  return replaced(call.operand(0).type.shape, 1, call.operand(1).type.shape[call.operand(1).type.shape.size() - 2]);
}

int64_t rounded(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

Interval row_sums(const Call& call, int64_t round_rows_to) {
  const Shape& query = call.operand(0).type.shape;
  return dense_bytes(Dtype::float32,
                     {query[0], query[1], map(query[2], [&](int64_t n) { return rounded(n, round_rows_to); })});
}

Saved saves_math(const Call& call) {
  const TensorType& query = call.operand(0).type;
  const Interval attention = dense_bytes(query.dtype, map_shape(call));
  Saved saved{.operands = {operand_of(call, 2)}};
  saved.extras = {
      {query.bytes(), "scaled query"}, {call.operand(1).type.bytes(), "scaled key"}, {attention, "attention map"}};
  if (call.real(4) > 0) {
    saved.extras.push_back({attention, "attention map after dropout"});
    saved.extras.push_back({dense_bytes(Dtype::boolean, map_shape(call)), "dropout mask"});
  }
  return saved;
}

Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Kernel kernel = kernel_of(call);
  if (kernel == Kernel::math) return saves_math(call);
  Saved saved{.operands = {operand_of(call, 0), operand_of(call, 1), operand_of(call, 2)}, .outputs = {0}};
  if (!call.is_none(3)) saved.operands.push_back(operand_of(call, 3));
  saved.extras.push_back({row_sums(call, kernel == Kernel::flash ? 1 : 32), "log-sum-exp"});
  return saved;
}

/// The logits stand beside the map while softmax runs; a causal mask is a boolean and a float map of one head.
std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (kernel_of(call) != Kernel::math) return {};
  const Dtype dtype = call.operand(0).type.dtype;
  const Shape map = map_shape(call);
  std::vector<Temporary> temporaries = {
      {.bytes = dense_bytes(dtype, map), .what = "attention logits", .before_output = true}};
  if (!call.boolean(5)) return temporaries;
  const Shape one(map.end() - 2, map.end());
  temporaries.push_back({.bytes = dense_bytes(Dtype::boolean, one), .what = "causal mask", .before_output = true});
  temporaries.push_back({.bytes = dense_bytes(dtype, one), .what = "causal mask", .before_output = true});
  return temporaries;
}

void scratch(Program& program, const Call& call) {
  const Shape& query = call.operand(0).type.shape;
  switch (kernel_of(call)) {
    case Kernel::flash: {
      program.temporary(row_sums(call, 128), "softmax sums");
      const Shape accumulator = {query[0], map(query[2], [](int64_t n) { return rounded(n, 128); }), query[1],
                                 map(query[3], [](int64_t n) { return rounded(n, 32); })};
      program.temporary(dense_bytes(Dtype::float32, accumulator), "accumulator of the query's gradient");
      return;
    }
    case Kernel::efficient:
      program.temporary(row_sums(call, 1), "row sums");
      return;
    case Kernel::math:
      for (int i = 0; i < 2; ++i)
        program.temporary(dense_bytes(call.operand(0).type.dtype, map_shape(call)), "gradient of the attention map");
  }
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  scratch(program, call.call);
  for (size_t arg : {size_t{0}, size_t{1}, size_t{2}}) {
    program.computed(arg, graph::contiguous(program.type(arg).dtype, program.type(arg).shape));
  }
  if (call.call.is_none(3) || !program.needs(3)) return program.finish();
  program.computed(3, graph::contiguous(program.type(0).dtype, map_shape(call.call)));
  return program.finish();
}

Operand half(std::initializer_list<int64_t> sizes) { return tensor(sizes, Dtype::float16); }

Cases cases() {
  return {{half({2, 4, 7, 8}), half({2, 4, 9, 8}), half({2, 4, 9, 8})},
          {tensor({2, 4, 5, 6}), tensor({2, 4, 5, 6}), tensor({2, 4, 5, 3}), data({5, 5})},
          {tensor({4, 5, 6}), tensor({4, 5, 6}), tensor({4, 5, 6}), Given(), 0.1, true}};
}

constexpr Op kOps[] = {
    {.schema = "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
               "dropout_p=0.0, bool is_causal=False, *, float? scale=None) -> Tensor",
     .names = names<"torch._C._nn.scaled_dot_product_attention", "torch.nn.functional.scaled_dot_product_attention">(),
     .infer = infer,
     .saves = saves,
     .forward = forward,
     .backward = backward,
     .samples = samples<"scaled_dot_product_attention", cases>},
};

}  // namespace

std::span<const Op> attention_ops() { return kOps; }

}  // namespace vramlint::ops
