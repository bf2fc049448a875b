// cudnnGetRNNTempSpaceSizes is documented by no formula. Measured: torch 2.11.0+cu130, cuDNN 9.19, H100, 640 layers
// of 1 to 400 steps, batches of 1 to 65,160, 1 to 1,024 hidden units, one to four layers, in both directions or one.
// With T steps, B samples, I inputs, H hidden units, L layers, D directions, in elements of the layer's type:
//
// Reserve, exact in all rows: D T B H (s L + L - 1) and 256 bytes, with s = 5 for an LSTM (four gates and the cell), 6
// for a GRU and 1 for a plain RNN; L - 1 are the outputs between the layers. With dropout there are D bits for each
// of these.
//
// Workspace, the same in forward and backward: 8 MiB for each layer and direction, the weights where they are not
// bfloat16, c L B H, and B times the larger of T (a H + b I) and T (e H + f I), a being one more with dropout between
// layers. The figures stand in kLstm and so on. Float32 and float16 with few hidden units run a kernel that holds more
// (the limits are those of use_rnn_persist_small_h, native/cudnn/RNN.cpp [2.11]), for an LSTM also D B I. Of one layer
// in one direction nine rows in ten are within 2.5 %, of several or of both directions within 5 %. Long sequences and
// plain layers on top of one another hold less than their law, and have one of their own.
#include "memory/libraries/cudnn_recurrent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graph/operator_name.h"

namespace vramlint::memory {

namespace {

using graph::Dim;

struct RecurrentLaw {
  int64_t hidden, input;              // one of two ways to run
  int64_t other_hidden, other_input;  // the other
  int64_t state;
  int64_t first_steps = 0;  // more of `hidden` for so many steps at most; then nothing for dropout
};

struct Cell {
  int64_t gates, reserve, small_hidden;
  RecurrentLaw law[2][2];    // [small][directions - 1]
  RecurrentLaw long_single;  // of many steps in one layer, where it is no small one; one direction
  RecurrentLaw long_stack;   // in several layers
  int64_t long_stack_from = 0;
};

constexpr int64_t kManySteps = 300;  // between 200 and 400
constexpr Cell kLstm = {4,
                        5,
                        192,
                        {{{5, 1, 3, 3, 10}, {14, 1, 6, 6, 24}}, {{21, 1, 15, 3, 8}, {30, 1, 18, 6, 16}}},
                        {4, 2, 3, 3, 10},
                        {4, 2, 3, 3, 10},
                        kManySteps};
constexpr Cell kGru = {3,
                       6,
                       192,
                       {{{4, 2, 3, 3, 5}, {12, 1, 6, 6, 14}}, {{18, 2, 17, 3, 6}, {25, 1, 20, 6, 12}}},
                       {4, 2, 3, 3, 5},
                       {3, 2, 3, 3, 5, 24},
                       kManySteps};
constexpr Cell kPlain = {1,
                         1,
                         384,
                         {{{4, 2, 3, 3, 5}, {10, 1, 6, 6, 14}}, {{13, 2, 12, 3, 6}, {19, 2, 15, 6, 14}}},
                         {4, 2, 3, 3, 5},
                         {3, 2, 3, 3, 5, 14},
                         0};

struct Layer {
  const Cell* kind = nullptr;
  graph::Dtype dtype{};
  int64_t layers = 1, directions = 1, inputs = 0, hidden = 0;
  bool dropout = false, train = true, projected = false;
  Dim steps, batch;
  Bytes weights;
  bool parameters = true;  ///< the weights are the module's own

  bool small() const { return dtype != graph::Dtype::bfloat16 && hidden <= kind->small_hidden; }
  const RecurrentLaw& law(int64_t count) const {
    if (directions == 1 && !small() && layers == 1 && count >= kManySteps) return kind->long_single;
    if (directions == 1 && !small() && layers > 1 && count >= kind->long_stack_from) return kind->long_stack;
    return kind->law[small() ? 1 : 0][directions - 1];
  }
};

const Cell* kind_of(std::string_view name) {
  if (name == "lstm") return &kLstm;
  if (name == "gru") return &kGru;
  return name == "rnn_tanh" || name == "rnn_relu" ? &kPlain : nullptr;
}

// lstm.input(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
std::optional<Layer> layer_of(const graph::Node& node) {
  const graph::Call& call = node.call;
  if (call.args.size() != 9) return {};
  const Cell* kind = kind_of(operator_name(*call.op));
  if (!kind || call.operand(0).type.rank() != 3) return {};
  const std::vector<const graph::Operand*> weights = call.operand_list(2);
  if (weights.empty() || weights[0]->type.rank() != 2) return {};
  Layer layer{.kind = kind};
  const graph::TensorType& input = call.operand(0).type;
  const bool batch_first = call.boolean(8);
  layer.dtype = input.dtype;
  layer.layers = call.integer(4);
  layer.train = call.boolean(6);
  layer.dropout = layer.train && call.real(5) > 0;
  layer.directions = call.boolean(7) ? 2 : 1;
  layer.steps = input.shape[batch_first ? 1 : 0];
  layer.batch = input.shape[batch_first ? 0 : 1];
  layer.inputs = input.size(2);
  layer.hidden = weights[0]->type.size(0) / layer.kind->gates;
  const auto* states = std::get_if<graph::OperandList>(&call.args[1]);
  const graph::Operand& state = states ? *call.operand_list(1).front() : call.operand(1);
  layer.projected = state.type.rank() == 3 && state.type.size(2) != layer.hidden;
  for (const graph::Operand* weight : weights) {
    layer.weights += weight->type.bytes().point;
    layer.parameters = layer.parameters && weight->is_parameter;
  }
  return layer;
}

Bytes elements(const Layer& layer, std::initializer_list<int64_t> factors) {
  Bytes product(graph::size_of(layer.dtype));
  for (const int64_t factor : factors) product = Bytes(saturating_product(product.count, factor));
  return product;
}

Bytes reserve(const Layer& layer, int64_t steps, int64_t batch) {
  const int64_t between = layer.layers - 1, blocks = layer.kind->reserve * layer.layers + between;
  const Bytes cells = elements(layer, {steps, batch, layer.hidden, layer.directions, blocks});
  constexpr Bytes kHeader{256};
  if (!layer.dropout) return cells + kHeader;
  const Bytes mask = elements(layer, {steps, batch, layer.hidden, layer.directions * layer.directions, between});
  return cells + kHeader + Bytes(mask.count / (8 * graph::size_of(layer.dtype)));
}

Bytes workspace(const Layer& layer, int64_t steps, int64_t batch) {
  const RecurrentLaw& law = layer.law(steps);
  const int64_t between = layer.dropout && layer.layers > 1 && law.first_steps == 0 ? 1 : 0;
  const int64_t one = (law.hidden + between) * layer.hidden + law.input * layer.inputs;
  const int64_t other = law.other_hidden * layer.hidden + law.other_input * layer.inputs;
  const int64_t once = layer.kind == &kLstm && layer.small() ? layer.directions * layer.inputs
                                                             : std::min(steps, law.first_steps) * layer.hidden;
  constexpr int64_t kEach = int64_t{8} << 20;
  Bytes total(kEach * layer.layers * layer.directions);
  if (layer.dtype != graph::Dtype::bfloat16) total += layer.weights;
  total +=
      std::max(elements(layer, {batch, saturating_product(steps, one) + once}), elements(layer, {batch, steps, other}));
  return total + elements(layer, {law.state, layer.layers, batch, layer.hidden});
}

Bytes scaled(Bytes bytes, double factor) { return Bytes(std::llround(static_cast<double>(bytes.count) * factor)); }

/// How far the law is off: in rows that were measured, and on cards where it stands in.
double uncertainty(const Layer& layer, const Platform& platform) {
  if (layer.projected) return 0.5;
  double part = layer.layers * layer.directions == 1 ? 0.03 : 0.06;
  if (layer.layers > 1 && !layer.small()) part = 0.15;
  return platform.compute_capability() == 90 ? part : part + 0.25;
}

}  // namespace

std::optional<Interval> recurrent_reserve(const graph::Node& node, const Platform& platform) {
  const auto layer = layer_of(node);
  if (!layer || !layer->train || platform.cudnn() < 9) return {};
  const Bytes point = reserve(*layer, layer->steps.point, layer->batch.point);
  const double part = layer->projected ? 0.5 : 0;
  return Interval{scaled(reserve(*layer, layer->steps.low, layer->batch.low), 1 - part), point,
                  scaled(reserve(*layer, layer->steps.high, layer->batch.high), 1 + part)};
}

std::optional<Interval> recurrent_workspace(const graph::Node& node, const Platform& platform) {
  const auto layer = layer_of(node);
  if (!layer || platform.cudnn() < 9) return {};
  const double part = uncertainty(*layer, platform);
  const Bytes low = scaled(workspace(*layer, layer->steps.low, layer->batch.low), 1 - part);
  return Interval{layer->train ? low : Bytes(0), workspace(*layer, layer->steps.point, layer->batch.point),
                  scaled(workspace(*layer, layer->steps.high, layer->batch.high), 1 + part)};
}

/// Module.flatten_parameters of torch/nn/modules/rnn.py leaves bfloat16 alone: CUDNN_TENSOR_DTYPES of
/// torch/backends/cudnn [2.11] are half, float and double.
Bytes recurrent_weights_copy(const graph::Node& node) {
  const auto layer = layer_of(node);
  return layer && layer->parameters && layer->dtype == graph::Dtype::bfloat16 ? layer->weights : Bytes(0);
}

/// 48 KiB a multiprocessor on an H100.
Bytes recurrent_dropout_state(const graph::Node& node, const Platform& platform) {
  const auto layer = layer_of(node);
  if (!layer || !layer->dropout) return Bytes(0);
  constexpr int64_t kEach = 48 * 1024, kSome = 80;
  return Bytes(kEach * (platform.device ? platform.device->multiprocessors : kSome));
}

}  // namespace vramlint::memory
