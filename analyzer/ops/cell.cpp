// One step of a recurrent network: lstm_cell, gru_cell, rnn_tanh_cell, rnn_relu_cell.
//
// On a GPU both products with the weights are made, and one kernel does the rest. Kept: input and state for the
// weights, both products, the old and the new cell state, and a workspace of the gates: 4H a sample for an LSTM, 5H for
// a GRU (aten/src/ATen/native/RNN.cpp, native/cuda/RNN.cu; derivatives.yaml, _thnn_fused_lstm_cell and
// _thnn_fused_gru_cell, 1.13 to 2.4). A plain cell adds the products in place and keeps its result.
#include "ops/declare.h"
#include "ops/layout.h"

namespace vramlint::ops {

namespace {
namespace cell_op {

struct Kind {
  int64_t gates, workspace;  // blocks of H a sample
  bool has_cell;
};

constexpr Kind kLstm = {4, 4, true}, kGru = {3, 5, false}, kPlain = {1, 0, false};

// (input, hx, w_ih, w_hh, b_ih, b_hh); hx of an LSTM is a list of two.

int state_of(const Call& call, const Kind& kind, size_t index) {
  return kind.has_cell ? std::get<graph::OperandList>(call.args[1]).indices.at(index) : operand_of(call, 1);
}

const TensorType& state_type(const Call& call, const Kind& kind) {
  return call.operands[static_cast<size_t>(state_of(call, kind, 0))].type;
}

/// The batch of the states, the weights of the states, and the biases.
std::string parameters_error(const Call& call, const Kind& kind) {
  const TensorType& input = call.operand(0).type;
  const int64_t hidden = state_type(call, kind).shape.back().point, rows = call.operand(2).type.size(0);
  for (size_t i = 0; i < (kind.has_cell ? 2u : 1u); ++i) {
    const TensorType& state = call.operands[static_cast<size_t>(state_of(call, kind, i))].type;
    if (state.rank() != 2 || differ(state, 0, input, 0) || state.size(1) != hidden) {
      return "Input batch size " + std::to_string(input.size(0)) + " or hidden size " + std::to_string(hidden) +
             " doesn't match a state of " + to_string(state.shape);
    }
  }
  const TensorType& recurrent = call.operand(3).type;
  if (recurrent.size(0) != rows || recurrent.size(1) != hidden) {
    return "hidden has inconsistent hidden_size: got " + std::to_string(hidden) + ", expected " +
           std::to_string(recurrent.size(1));
  }
  for (size_t arg : {size_t{4}, size_t{5}}) {
    const Operand* bias = call.operand_or_null(arg);
    if (bias != nullptr && (bias->type.rank() > 1 || (bias->type.numel() != rows && bias->type.numel() != 1))) {
      return "The expanded size of the tensor (" + std::to_string(rows) + ") must match the existing size of the bias";
    }
  }
  return {};
}

template <const Kind& kind>
Inferred infer(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (kind.has_cell && std::get<graph::OperandList>(call.args[1]).indices.size() != 2)
    return failure("lstm_cell expects two hidden states");
  const TensorType& state = state_type(call, kind);
  const TensorType& weight = call.operand(2).type;
  if (input.rank() != 2 || state.rank() != 2) return failure("Expected input and state of 2 dimensions");
  if (weight.rank() != 2 || call.operand(3).type.rank() != 2) return failure("Expected weights of 2 dimensions");
  if (differ(input, 1, weight, 1)) {
    return failure("input has inconsistent input_size: got " + std::to_string(input.size(1)) + " expected " +
                   std::to_string(weight.size(1)));
  }
  if (std::string error = parameters_error(call, kind); !error.empty()) return failure(error);
  if (state.size(1) * kind.gates != weight.size(0)) {
    return failure("hidden has inconsistent hidden_size: got " + std::to_string(state.size(1)) + ", expected " +
                   std::to_string(weight.size(0) / kind.gates));
  }
  Inferred inferred = fresh(graph::contiguous(input.dtype, state.shape));
  if (kind.has_cell) inferred.outputs.push_back(inferred.outputs[0]);
  return inferred;
}

Interval blocks(const Call& call, const Kind& kind, int64_t count) {
  const TensorType& state = state_type(call, kind);
  return scaled(dense_bytes(state.dtype, state.shape), count);
}

template <const Kind& kind>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t weight : {size_t{2}, size_t{3}}) {
    const int factor = weight == 2 ? operand_of(call, 0) : state_of(call, kind, 0);
    if (needs_grad(call, weight)) saved.operands.push_back(factor);
    if (call.operands[static_cast<size_t>(factor)].requires_grad) saved.operands.push_back(operand_of(call, weight));
  }
  if (kind.workspace == 0) {
    saved.outputs = {0};
    return saved;
  }
  saved.operands.push_back(state_of(call, kind, kind.has_cell ? 1 : 0));
  if (kind.has_cell) saved.outputs = {1};
  saved.extras = {{blocks(call, kind, kind.gates), "product with the input"},
                  {blocks(call, kind, kind.gates), "product with the state"},
                  {blocks(call, kind, kind.workspace), "gates"}};
  for (size_t bias : {size_t{4}, size_t{5}}) {
    if (!call.is_none(bias)) saved.operands.push_back(operand_of(call, bias));
  }
  return saved;
}

/// What is not kept goes when the kernel has run.
template <const Kind& kind>
std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (kind.workspace > 0) return {};
  return {{.bytes = blocks(call, kind, 2), .what = "products with input and state", .before_output = true}};
}

template <const Kind& kind>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.temporary(blocks(call.call, kind, kind.gates), "gradient of the gates");
  if (kind.has_cell) {
    const int cell = state_of(call.call, kind, 1);
    program.computed_operand(cell, call.call.operands[static_cast<size_t>(cell)].type);
  }
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  program.computed(2, program.type(2));
  const int state = state_of(call.call, kind, 0);
  program.computed_operand(state, call.call.operands[static_cast<size_t>(state)].type);
  program.computed(3, program.type(3));
  for (size_t bias : {size_t{4}, size_t{5}}) {
    if (!call.call.is_none(bias)) program.computed(bias, program.type(bias));
  }
  return program.finish();
}

std::vector<Operand> two(std::initializer_list<int64_t> sizes) { return {tensor(sizes), tensor(sizes)}; }

Cases lstm_cases() {
  return {{tensor({3, 4}), two({3, 5}), parameter({20, 4}), parameter({20, 5}), parameter({20}), parameter({20})},
          {data({1, 7}), two({1, 2}), parameter({8, 7}), parameter({8, 2})}};
}
Cases gru_cases() {
  return {{tensor({3, 4}), tensor({3, 5}), parameter({15, 4}), parameter({15, 5}), parameter({15}), parameter({15})},
          {data({1, 7}), tensor({1, 2}), parameter({6, 7}), parameter({6, 2})}};
}
Cases plain_cases() {
  return {{tensor({3, 4}), tensor({3, 5}), parameter({5, 4}), parameter({5, 5}), parameter({5}), parameter({5})},
          {data({1, 7}), tensor({1, 2}), parameter({2, 7}), parameter({2, 2})}};
}

template <Literal name, Literal states, Literal results, const Kind& kind, Cases (*cases)()>
constexpr Op cell() {
  constexpr auto& kFunction = kText<"torch.", name>;
  return {.schema = kText<name, "(Tensor input, ", states,
                          " hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, "
                          "Tensor? b_hh=None) -> ",
                          results>,
          .names = kTexts<kFunction>,
          .infer = infer<kind>,
          .saves = saves<kind>,
          .forward = forward<kind>,
          .backward = backward<kind>,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    cell<"lstm_cell", "Tensor[]", "(Tensor, Tensor)", kLstm, lstm_cases>(),
    cell<"gru_cell", "Tensor", "Tensor", kGru, gru_cases>(),
    cell<"rnn_tanh_cell", "Tensor", "Tensor", kPlain, plain_cases>(),
    cell<"rnn_relu_cell", "Tensor", "Tensor", kPlain, plain_cases>(),
};

}  // namespace cell_op
}  // namespace

std::span<const Op> cell_ops() { return cell_op::kOps; }

}  // namespace vramlint::ops
