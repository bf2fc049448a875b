// LSTM and GRU as cuDNN runs them: one kernel call for all layers, directions and time steps.
//
// Kept: input, initial states, weights, the output, and a reserve (derivatives.yaml, _cudnn_rnn; 1.13 to 2.11). The
// flattened weights are the parameters themselves. Reserve and workspace are cuDNN's: memory/libraries/cudnn_recurrent
// says them for cuDNN 9. For older releases the reserve is bounded here by what back-propagation through time cannot do
// without. For every layer, direction, time step and sample, with H hidden units:
//
//              low                                  point                        high
//   LSTM       4H gates + H cell state              + H tanh of the cell state   + 4H gates before activation
//   GRU        3H gates + H recurrent candidate     + H hidden state             + 3H gates before activation
//   plain RNN  H hidden state                       + H before activation        + H
//
// and for every layer but the last its output (H a direction), in the high case with a dropout mask of the same size.
//
// Backward makes the gradients of all states, wanted or not (_cudnn_rnn_backward_input, native/cudnn/RNN.cpp [2.11]; so
// recorded on an H100).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace recurrent_op {

struct Kind {
  int64_t gates;             // blocks of H rows in a weight
  int64_t low, point, high;  // elements of reserve an H, per layer, direction, step and sample
  size_t params;             // schema positions
  bool has_cell;
};

constexpr Kind kLstm = {.gates = 4, .low = 5, .point = 6, .high = 10, .params = 2, .has_cell = true};
constexpr Kind kGru = {.gates = 3, .low = 4, .point = 5, .high = 8, .params = 2, .has_cell = false};
constexpr Kind kPlain = {.gates = 1, .low = 1, .point = 2, .high = 3, .params = 2, .has_cell = false};

// After params: has_biases, num_layers, dropout, train, bidirectional, batch_first.
struct Geometry {
  TensorType input;
  int64_t layers = 1, directions = 1, hidden = 0;
  bool batch_first = false, train = true;
  Dim steps, batch, projected;
};

std::vector<const Operand*> states(const Call& call, const Kind& kind) {
  return kind.has_cell ? call.operand_list(1) : std::vector<const Operand*>{&call.operand(1)};
}

Geometry geometry_of(const Call& call, const Kind& kind) {
  Geometry geometry{.input = call.operand(0).type};
  geometry.layers = call.integer(kind.params + 2);
  geometry.train = call.boolean(kind.params + 4);
  geometry.directions = call.boolean(kind.params + 5) ? 2 : 1;
  geometry.batch_first = call.boolean(kind.params + 6);
  const std::vector<const Operand*> params = call.operand_list(kind.params);
  if (!params.empty()) geometry.hidden = params[0]->type.shape[0].point / kind.gates;
  geometry.projected = states(call, kind).front()->type.shape.back();
  if (geometry.input.rank() == 3) {
    geometry.steps = geometry.input.shape[geometry.batch_first ? 1 : 0];
    geometry.batch = geometry.input.shape[geometry.batch_first ? 0 : 1];
  }
  return geometry;
}

std::string error_in(const Call& call, const Geometry& geometry, const Kind& kind) {
  const std::vector<const Operand*> params = call.operand_list(kind.params);
  if (geometry.input.rank() != 3) return "input must have 3 dimensions, got " + std::to_string(geometry.input.rank());
  if (params.empty()) return "expected weights";
  const int64_t expected = params[0]->type.shape.back().point;
  if (geometry.input.size(2) != expected) {
    return "input.size(-1) must be equal to input_size. Expected " + std::to_string(expected) + ", got " +
           std::to_string(geometry.input.size(2));
  }
  const Shape wanted = {geometry.layers * geometry.directions, geometry.batch, geometry.projected};
  for (const Operand* state : states(call, kind)) {
    if (state->type.rank() == 3 && state->type.size(0) == wanted[0].point && state->type.size(1) == wanted[1].point)
      continue;
    return "Expected hidden size " + to_string(wanted) + ", got " + to_string(state->type.shape);
  }
  return {};
}

TensorType output_type(const Geometry& geometry) {
  const Dim features = map(geometry.projected, [&](int64_t n) { return n * geometry.directions; });
  const TensorType made = graph::contiguous(geometry.input.dtype, {geometry.steps, geometry.batch, features});
  return geometry.batch_first ? permuted(made, {1, 0, 2}) : made;
}

template <const Kind& kind>
Inferred infer(const Call& call) {
  if (states(call, kind).size() != (kind.has_cell ? 2u : 1u)) return failure("lstm expects two hidden states");
  const Geometry geometry = geometry_of(call, kind);
  if (std::string error = error_in(call, geometry, kind); !error.empty()) return failure(error);
  Inferred inferred = fresh(output_type(geometry));
  for (const Operand* state : states(call, kind)) {
    inferred.outputs.push_back({.type = graph::contiguous(geometry.input.dtype, state->type.shape)});
  }
  return inferred;
}

Interval reserve(const Geometry& geometry, const Kind& kind) {
  const Dim cells =
      product(std::array{geometry.steps, geometry.batch, Dim(geometry.layers * geometry.directions * geometry.hidden)});
  const Dim between = product(
      std::array{geometry.steps, geometry.batch, Dim((geometry.layers - 1) * geometry.directions * geometry.hidden)});
  const int64_t element = size_of(geometry.input.dtype);
  auto bytes = [&](int64_t kept, int64_t blocks, int64_t outputs, int64_t copies) {
    return Bytes(saturating_product(kept, blocks * element)) + Bytes(saturating_product(outputs, copies * element));
  };
  return {bytes(cells.low, kind.low, between.low, 1), bytes(cells.point, kind.point, between.point, 1),
          bytes(cells.high, kind.high, between.high, 2)};
}

template <const Kind& kind>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved{.operands = {operand_of(call, 0)}, .outputs = {0}};
  if (kind.has_cell) {
    saved.operands.insert(saved.operands.end(), std::get<graph::OperandList>(call.args[1]).indices.begin(),
                          std::get<graph::OperandList>(call.args[1]).indices.end());
  } else {
    saved.operands.push_back(operand_of(call, 1));
  }
  const std::vector<int>& weights = std::get<graph::OperandList>(call.args[kind.params]).indices;
  saved.operands.insert(saved.operands.end(), weights.begin(), weights.end());
  const Geometry geometry = geometry_of(call, kind);
  if (geometry.train) saved.extras.push_back({reserve(geometry, kind), "cudnn reserve"});
  return saved;
}

/// Between none and room for the gates of one layer over all steps.
Interval workspace(const Geometry& geometry, const Kind& kind) {
  const Dim cells = product(std::array{geometry.steps, geometry.batch, Dim(geometry.directions * geometry.hidden)});
  const int64_t element = size_of(geometry.input.dtype);
  return {Bytes(0), Bytes(saturating_product(cells.point, kind.gates * element)),
          Bytes(saturating_product(cells.high, 2 * kind.gates * element))};
}

bool steps_contiguous(const TensorType& type, bool batch_first) {
  return (batch_first ? permuted(type, {1, 0, 2}) : type).contiguous();
}

template <const Kind& kind>
std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Geometry geometry = geometry_of(call, kind);
  std::vector<Temporary> temporaries;
  if (!steps_contiguous(geometry.input, geometry.batch_first)) {
    temporaries.push_back({.bytes = geometry.input.bytes(), .what = "contiguous input", .before_output = true});
  }
  temporaries.push_back({.bytes = workspace(geometry, kind), .what = "cudnn workspace", .workspace = true});
  return temporaries;
}

std::vector<int> state_indices(const Call& call, const Kind& kind) {
  if (kind.has_cell) return std::get<graph::OperandList>(call.args[1]).indices;
  return {operand_of(call, 1)};
}

/// The gradients of all weights are views of one buffer of zeros.
void weight_gradients(Program& program, const BackwardCall& call, const Kind& kind) {
  const std::vector<int>& weights = std::get<graph::OperandList>(call.call.args[kind.params]).indices;
  Interval total;
  bool any = false;
  for (int index : weights) {
    total += call.call.operands[static_cast<size_t>(index)].type.bytes();
    any = any || call.needs(index);
  }
  if (!any) return;
  const int buffer = program.temporary(total, "gradient of the flattened weights");
  int64_t offset = 0;
  for (int index : weights) {
    TensorType type = call.call.operands[static_cast<size_t>(index)].type;
    type = graph::contiguous(type.dtype, type.shape);
    type.offset = offset;
    offset += type.numel();
    program.part(index, buffer, type);
  }
}

template <const Kind& kind>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const Geometry geometry = geometry_of(call.call, kind);
  for (size_t i = 0; i < call.grads.size(); ++i) {
    if (!call.grads[i]) program.temporary(call.outputs[i].type, "zero gradient of an unused state");
  }
  const bool direct = steps_contiguous(geometry.input, geometry.batch_first);
  if (!direct) program.temporary(geometry.input, "contiguous input");
  if (call.grads[0] && !steps_contiguous(*call.grads[0], geometry.batch_first)) {
    program.temporary(*call.grads[0], "contiguous gradient");
  }
  TensorType input = graph::contiguous(geometry.input.dtype, geometry.input.shape);
  if (geometry.batch_first) {
    input = permuted(graph::contiguous(input.dtype, {input.shape[1], input.shape[0], input.shape[2]}), {1, 0, 2});
  }
  program.computed(0, input);
  for (int index : state_indices(call.call, kind)) {
    const TensorType& state = call.call.operands[static_cast<size_t>(index)].type;
    if (call.needs(index))
      program.computed_operand(index, state);
    else
      program.temporary(state, "gradient of a state that needs none");
  }
  const int space = program.workspace(workspace(geometry, kind), "cudnn workspace");
  program.release(space);
  weight_gradients(program, call, kind);
  return program.finish();
}

std::vector<Operand> weights(int64_t gates, int64_t input, int64_t hidden, int64_t layers, int64_t directions) {
  std::vector<Operand> list;
  for (int64_t layer = 0; layer < layers; ++layer) {
    for (int64_t direction = 0; direction < directions; ++direction) {
      list.push_back(parameter({gates * hidden, layer == 0 ? input : hidden * directions}));
      list.push_back(parameter({gates * hidden, hidden}));
      list.push_back(parameter({gates * hidden}));
      list.push_back(parameter({gates * hidden}));
    }
  }
  return list;
}

Cases lstm_cases() {
  const std::vector<Operand> two = {data({2, 3, 5}), data({2, 3, 5})}, one = {data({1, 2, 4}), data({1, 2, 4})};
  return {{tensor({3, 7, 6}), two, weights(4, 6, 5, 1, 2), true, 1, 0.0, true, true, true},
          {tensor({5, 2, 3}), one, weights(4, 3, 4, 1, 1), true, 1, 0.0, true, false, false}};
}

Cases gru_cases() {
  return {{tensor({3, 7, 6}), data({2, 3, 5}), weights(3, 6, 5, 2, 1), true, 2, 0.0, true, false, true},
          {tensor({5, 2, 3}), data({1, 2, 4}), weights(3, 3, 4, 1, 1), true, 1, 0.0, true, false, false}};
}

Cases plain_cases() {
  return {{tensor({3, 7, 6}), data({2, 3, 5}), weights(1, 6, 5, 2, 1), true, 2, 0.0, true, false, true},
          {tensor({5, 2, 3}), data({1, 2, 4}), weights(1, 3, 4, 1, 1), true, 1, 0.0, true, false, false}};
}

template <Literal name>
constexpr Op plain_rnn() {
  constexpr auto& kFunction = kText<"torch.", name>;
  return {.schema = kText<name,
                          ".input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
                          "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)">,
          .names = kTexts<kFunction>,
          .infer = infer<kPlain>,
          .saves = saves<kPlain>,
          .forward = forward<kPlain>,
          .backward = backward<kPlain>,
          .samples = [] { return make_calls(kText<name, ".input">, plain_cases()); }};
}

constexpr Op kOps[] = {
    plain_rnn<"rnn_tanh">(),
    plain_rnn<"rnn_relu">(),
    {.schema = "lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
               "bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)",
     .names = names<"torch.lstm", "torch._VF.lstm">(),
     .infer = infer<kLstm>,
     .saves = saves<kLstm>,
     .forward = forward<kLstm>,
     .backward = backward<kLstm>,
     .samples = samples<"lstm.input", lstm_cases>},
    {.schema = "gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
               "bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
     .names = names<"torch.gru", "torch._VF.gru">(),
     .infer = infer<kGru>,
     .saves = saves<kGru>,
     .forward = forward<kGru>,
     .backward = backward<kGru>,
     .samples = samples<"gru.input", gru_cases>},
};

}  // namespace recurrent_op
}  // namespace

std::span<const Op> recurrent_ops() { return recurrent_op::kOps; }

}  // namespace vramlint::ops
