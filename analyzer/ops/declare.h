// Short forms for operators that differ only in what they keep and how many tensors their backward formula makes.
#pragma once

#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

using Infer = Inferred (*)(const Call&);
using Saves = Saved (*)(const Call&, const std::vector<Output>&, const TorchProfile&);
using Forward = std::vector<Temporary> (*)(const Call&, const std::vector<Output>&, const TorchProfile&);
using Backward = std::vector<graph::GradStep> (*)(const BackwardCall&);

template <size_t... positions>
struct At {};

namespace keeping {

template <size_t... args, size_t... outputs>
Saved chosen(const Call& call, At<args...>, At<outputs...>) {
  Saved saved;
  for (size_t arg : std::initializer_list<size_t>{args...}) {
    if (!call.is_none(arg)) saved.operands.push_back(operand_of(call, arg));
  }
  for (size_t output : std::initializer_list<size_t>{outputs...}) saved.outputs.push_back(static_cast<int>(output));
  return saved;
}

}  // namespace keeping

/// Keeps these arguments (tensors or None) and these outputs, whatever needs a gradient.
template <typename Args, typename Outputs = At<>>
Saved keeps(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return keeping::chosen(call, Args(), Outputs());
}

/// Keeps each of these arguments for its own gradient alone.
template <size_t... args>
Saved keeps_own(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t arg : std::initializer_list<size_t>{args...}) {
    if (needs_grad(call, arg)) saved.operands.push_back(operand_of(call, arg));
  }
  return saved;
}

/// Keeps the argument `right` for the gradient of `left`, and the other way round.
template <size_t left, size_t right>
Saved keeps_each_other(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (needs_grad(call, right) && !call.is_none(left)) saved.operands.push_back(operand_of(call, left));
  if (needs_grad(call, left) && !call.is_none(right)) saved.operands.push_back(operand_of(call, right));
  return saved;
}

/// Each argument's gradient, in its own shape and layout, beside `intermediates` tensors of the first one's size.
template <int intermediates, size_t first, size_t... rest>
std::vector<graph::GradStep> gives(const BackwardCall& call) {
  Program program(call);
  for (int i = 0; i < intermediates; ++i) program.temporary(program.type(first).bytes(), "intermediate");
  for (size_t arg : {first, rest...}) {
    if (!call.call.is_none(arg)) program.computed(arg, graph::like(program.type(arg), program.type(arg).dtype));
  }
  return program.finish();
}

/// Elementwise: each gradient is made in the result's size, beside `intermediates` of those, and summed down.
template <int intermediates, size_t first, size_t... rest>
std::vector<graph::GradStep> gives_wide(const BackwardCall& call) {
  Program program(call);
  for (int i = 0; i < intermediates; ++i) program.temporary(program.grad(), "intermediate");
  for (size_t arg : {first, rest...}) {
    if (std::holds_alternative<graph::OperandRef>(call.call.args[arg])) {
      program.computed(arg, graph::like(program.grad(), program.grad().dtype));
    }
  }
  return program.finish();
}

template <Literal name, Literal declaration, Infer inferred, Saves saved, Backward backwards, Cases (*cases)(),
          Literal... python>
constexpr Op declared() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .saves = saved,
          .backward = backwards,
          .samples = samples<name, cases>};
}

constexpr Op with_forward(Op op, Forward forward) {
  op.forward = forward;
  return op;
}

/// Named torch.<name> and Tensor.<name>, as most are.
template <Literal name, Literal declaration, Infer inferred, Saves saved, Backward backwards, Cases (*cases)()>
constexpr Op plain() {
  constexpr auto& kMethod = kText<"Tensor.", name>;
  constexpr auto& kFunction = kText<"torch.", name>;
  return {.schema = kText<name, declaration>,
          .names = kTexts<kFunction, kMethod>,
          .infer = inferred,
          .saves = saved,
          .backward = backwards,
          .samples = samples<name, cases>};
}

}  // namespace vramlint::ops
