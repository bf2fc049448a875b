#include "model/asked_sizes.h"

#include <algorithm>

#include "interp/open_sizes.h"
#include "model/bounded_sizes.h"

namespace vramlint::model {
namespace {

using graph::Call;
using graph::Dim;
using graph::Shape;
using interp::Interpreter;

bool ask(Interpreter& interpreter, const Dim& open, int64_t size) {
  if (!is_open(open) || size <= 0) return false;
  interp::ask_size(interpreter, open.name, size);
  return true;
}

/// conv1d to conv3d: the weight is [out, in / groups, ...].
bool ask_channels(Interpreter& interpreter, const Call& call) {
  constexpr size_t kGroups = 6;
  const Shape &input = call.operand(0).type.shape, &weight = call.operand(1).type.shape;
  if (weight.size() < 3 || (input.size() != weight.size() && input.size() + 1 != weight.size())) return false;
  return ask(interpreter, input[input.size() + 1 - weight.size()], weight[1].point * call.integer(kGroups));
}

/// linear, and the recurrent layers: the first weight is [out, in].
bool ask_features(Interpreter& interpreter, const Call& call) {
  const Shape& input = call.operand(0).type.shape;
  for (size_t i = 1; i < call.operands.size(); ++i) {
    const Shape& weight = call.operands[i].type.shape;
    if (weight.size() != 2 || is_open(call.operands[i].type) || input.empty()) continue;
    return ask(interpreter, input.back(), weight[1].point);
  }
  return false;
}

/// What is broadcast together is of one size, or of one element.
bool ask_same(Interpreter& interpreter, const Call& call) {
  const Shape &left = call.operand(0).type.shape, &right = call.operand(1).type.shape;
  bool any = false;
  for (size_t i = 1; i <= std::min(left.size(), right.size()); ++i) {
    const Dim &one = left[left.size() - i], &other = right[right.size() - i];
    if (other.known() && other.point > 1) any |= ask(interpreter, one, other.point);
    if (one.known() && one.point > 1) any |= ask(interpreter, other, one.point);
  }
  return any;
}

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool ask_sizes(Interpreter& interpreter, const Call& call) {
  if (call.operands.size() < 2) return false;
  const std::string_view name = graph::operator_name(*call.op);
  if (is_any_of(name, {"conv1d", "conv2d", "conv3d"})) return ask_channels(interpreter, call);
  if (is_any_of(name, {"linear", "lstm", "gru", "rnn_tanh", "rnn_relu"})) return ask_features(interpreter, call);
  return is_any_of(name, {"add", "sub", "mul", "div"}) && ask_same(interpreter, call);
}

}  // namespace vramlint::model
