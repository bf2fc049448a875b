#include "ops/attention_math.h"

#include <array>

#include "ops/shaping.h"

namespace vramlint::ops {

Shape map_shape(const Call& call) {
  return replaced(call.operand(0).type.shape, 1, call.operand(1).type.shape[call.operand(1).type.shape.size() - 2]);
}

Dtype math_dtype(const Call& call, const TorchProfile& torch) {
  const Dtype dtype = call.operand(0).type.dtype;
  return is_half(dtype) && torch.math_attention_upcasts ? Dtype::float32 : dtype;
}

namespace {
namespace attention_math {

/// Enters a batched product as a copy where its leading dimensions do not fold into one.
bool folds(const TensorType& type) {
  const auto matrix = type.shape.size() - 2;
  const Dim batch = product(std::span(type.shape).first(matrix));
  return viewed(type, {batch, type.shape[matrix], type.shape.back()}).has_value();
}

bool value_is_copied(const Call& call, Dtype dtype) {
  const TensorType& value = call.operand(2).type;
  return value.dtype != dtype || !folds(value);
}

/// Key or value as plain operators take it: with a head for each of the query's.
Shape with_all_heads(const Call& call, size_t arg) {
  const Shape& shape = call.operand(arg).type.shape;
  return shares_heads(call) ? replaced(shape, 3, call.operand(0).type.shape[shape.size() - 3]) : shape;
}

/// What is made of the value goes with the last product's backward, dropout's with its own (see saves_math).
void forget_math(Program& program, const Call& call, const TorchProfile& torch) {
  constexpr int kValue = 1, kDropped = 4, kMask = 5;
  if (shares_heads(call) || value_is_copied(call, math_dtype(call, torch))) program.forget(kValue);
  if (!has_dropout(call)) return;
  program.forget(kDropped);
  program.forget(kMask);
}

/// What stands beside what is kept when most stands: the logits and, in 2.5 and later, a boolean map of what is masked
/// while softmax runs; after dropout, whose map and mask are as large, the map in half precision, which is returned.
void take_most(const Call& call, const TorchProfile& torch, std::vector<Temporary>& temporaries) {
  const Dtype dtype = math_dtype(call, torch), own = call.operand(0).type.dtype;
  const auto take = [&](Dtype of, std::string_view what) {
    temporaries.push_back(
        {.bytes = dense_bytes(of, map_shape(call)), .what = what, .before_output = true, .brief = true});
  };
  if (has_dropout(call)) {
    if (own != dtype) take(own, "attention map as it is returned");
    return;
  }
  take(dtype, "attention logits");
  if (torch.at_least(2, 5)) take(Dtype::boolean, "masked places");
}

}  // namespace attention_math
}  // namespace

std::vector<Temporary> forward_math(const Call& call, const TorchProfile& torch) {
  const Dtype dtype = math_dtype(call, torch);
  std::vector<Temporary> temporaries;
  const auto take = [&](const Interval& bytes, std::string_view what, bool brief) {
    temporaries.push_back({.bytes = bytes, .what = what, .before_output = true, .brief = brief});
  };
  if (dtype != call.operand(0).type.dtype) {
    take(dense_bytes(dtype, call.operand(0).type.shape), "query in float32", false);
    take(dense_bytes(dtype, call.operand(1).type.shape), "key in float32", false);
  }
  if (call.boolean(5)) {
    const Shape map = map_shape(call), one(map.end() - 2, map.end());
    take(dense_bytes(Dtype::boolean, one), "causal mask", true);
    take(dense_bytes(dtype, one), "causal mask", false);
  }
  if (has_mask(call) && call.operand(3).type.dtype == Dtype::boolean) {
    take(dense_bytes(dtype, call.operand(3).type.shape), "mask as numbers", false);
  }
  if (shares_heads(call)) {
    const bool repeats = call.boolean(7);  // enable_gqa: before it is scaled
    take(dense_bytes(dtype, repeats ? attention_math::with_all_heads(call, 1) : call.operand(1).type.shape),
         repeats ? "key of every head" : "scaled key as it lay", false);
    if (!attention_math::folds(call.operand(0).type)) {
      take(dense_bytes(dtype, call.operand(0).type.shape), "query as it lay", false);
    }
  }
  attention_math::take_most(call, torch, temporaries);
  return temporaries;
}

/// Everything stands before the result: _scaled_dot_product_attention_math (native/transformers/attention.cpp, 2.11),
/// in the order in which an H100's allocator was asked by a float32 Llama and Qwen2.
Saved saves_math(const Call& call, const TorchProfile& torch) {
  const Dtype dtype = math_dtype(call, torch);
  const Interval attention = dense_bytes(dtype, map_shape(call));
  Saved saved{.extras = {{dense_bytes(dtype, call.operand(0).type.shape), "scaled query", true}}};
  if (shares_heads(call) || attention_math::value_is_copied(call, dtype)) {
    saved.extras.push_back({dense_bytes(dtype, attention_math::with_all_heads(call, 2)), "copy of the value", true});
  } else {
    saved.operands = {operand_of(call, 2)};
  }
  saved.extras.push_back({dense_bytes(dtype, attention_math::with_all_heads(call, 1)), "scaled key", true});
  saved.extras.push_back({attention, "attention map", true});
  if (has_dropout(call)) {
    saved.extras.push_back({attention, "attention map after dropout", true});
    saved.extras.push_back({dense_bytes(Dtype::boolean, map_shape(call)), "dropout mask", true});
  }
  return saved;
}

/// The value's gradient first; then of the map its gradient, softmax's product with it and softmax's gradient at once.
void math_gradients(Program& program, const Call& call, const TorchProfile& torch) {
  const Interval map = dense_bytes(math_dtype(call, torch), map_shape(call));
  program.computed(2, graph::contiguous(math_dtype(call, torch), program.type(2).shape));
  std::array<int, 3> slots{};
  slots[0] = program.temporary(map, "gradient of the attention map");
  attention_math::forget_math(program, call, torch);
  for (const size_t i : {1, 2}) slots[i] = program.temporary(map, "gradient of the attention map");
  program.release(slots[0]);
  program.release(slots[1]);
  for (size_t arg : {size_t{0}, size_t{1}})
    program.computed(arg, graph::contiguous(math_dtype(call, torch), program.type(arg).shape));
}

}  // namespace vramlint::ops
