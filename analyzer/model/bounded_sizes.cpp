#include "model/bounded_sizes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "config/data_hint.h"
#include "interp/bounded.h"
#include "interp/open_sizes.h"
#include "model/apply.h"
#include "model/asked_sizes.h"
#include "model/data_facts.h"
#include "model/integers.h"
#include "model/stands.h"
#include "model/unsupported.h"
#include "ops/define.h"

namespace vramlint::model {

graph::Dim dim_of(const interp::Bounds& bounds) {
  const auto size = [](double elements) { return static_cast<int64_t>(std::max(elements, 0.0)); };
  return graph::Dim(size(bounds.low), size(bounds.point), size(bounds.high)).named(bounds.name);
}

namespace {

using graph::Dim;
using graph::Output;
using interp::Interpreter;
using interp::Value;

interp::Bounds bounds_of(const graph::Dim& size) {
  const auto number = [](int64_t elements) { return static_cast<double>(elements); };
  return {number(size.low), number(size.point), number(size.high), true, size.name};
}

constexpr size_t kToldSize = 1, kAlong = 2;  // arguments of topk and split_with_sizes
constexpr size_t kLength = 3;                // of narrow
constexpr int64_t kMostOfAny = int64_t{1} << 55;
constexpr int64_t kFewerThanOpen = int64_t{1} << 33;  // what is left of an open size over a row of 2^17 elements

bool asks(const Bound& bound, std::string_view name) { return bound.call.op->schema.starts_with(name); }

constexpr int64_t kGroups = 6;      // argument of convolutions
constexpr int64_t kOpenGroups = 0;  // what no convolution has

bool convolves(std::string_view schema) {
  return schema.starts_with("conv1d(") || schema.starts_with("conv2d(") || schema.starts_with("conv3d(");
}

/// Groups of which only the data tells the number are as many as the channels of input and weight leave.
void fit_groups(Bound& bound) {
  graph::Call& call = bound.call;
  if (!bound.guessed || !convolves(call.op->schema) || call.integer(kGroups) != kOpenGroups) return;
  const graph::TensorType &input = call.operand(0).type, &weight = call.operand(1).type;
  if (input.rank() != weight.rank() || input.rank() < 2 || weight.size(1) <= 0) return;
  call.args[kGroups] = input.size(1) / weight.size(1);
}

bool picks_some(const Bound& bound) { return asks(bound, "topk("); }
bool narrows(const Bound& bound) { return asks(bound, "narrow("); }
bool splits_up(const Bound& bound) { return asks(bound, "split_with_sizes("); }

/// Of no tensor.
bool makes_new(const graph::Call& call) { return call.op->schema.find("Tensor") > call.op->schema.rfind("->"); }

/// Of which nothing is known but why.
Value any_number_of(Interpreter& interpreter, const Value& number) {
  return interp::open_size(interpreter, *number.as<interp::UnknownValue>());
}

/// Of the dimension that is picked from or split; nullptr where the operator will say that there is none.
const Dim* whole_of(const Bound& bound) {
  const graph::TensorType& self = bound.call.operand(0).type;
  const int64_t given = bound.call.integer(narrows(bound) ? 1 : kAlong), dim = given < 0 ? given + self.rank() : given;
  return dim >= 0 && dim < self.rank() ? &self.shape[static_cast<size_t>(dim)] : nullptr;
}

Dim no_more_than_all(const Dim& size, const Dim& whole) {
  const int64_t point = size.point < 0 ? whole.point / 2 : std::min(size.point, whole.point);
  return Dim(std::min(size.low, whole.low), point, std::min(size.high, whole.high)).named(size.name);
}

/// What the other sections leave is shared by those of which nothing is known, or else by those that are bounded.
void fill_whole(Bound& bound, std::vector<int64_t>& sizes, int64_t whole) {
  const bool any_open =
      std::any_of(bound.bounded.begin(), bound.bounded.end(), [](const auto& each) { return each.second.point < 0; });
  int64_t left = whole, open = 0;
  for (size_t i = 0; i < sizes.size(); ++i) left -= std::max<int64_t>(sizes[i], 0);
  for (const auto& [at, size] : bound.bounded) open += any_open && size.point >= 0 ? 0 : 1;
  for (auto& [at, size] : bound.bounded) {
    if (any_open && size.point >= 0) continue;
    const int64_t before = std::max<int64_t>(sizes[at], 0);
    const int64_t share = open == 1 ? left : left / open;
    sizes[at] = std::max<int64_t>(before + share, 0);
    left -= sizes[at] - before;
    --open;
    size.point = sizes[at];
  }
}

std::optional<double> told_number(const graph::Call& call, size_t argument) {
  if (argument >= call.args.size()) return {};
  if (const auto* whole = std::get_if<int64_t>(&call.args[argument])) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&call.args[argument]);
  return real ? std::optional(*real) : std::nullopt;
}

interp::Bounds number_told(const Bound& bound, size_t argument, double otherwise) {
  for (const auto& [at, bounds] : bound.numbers)
    if (at == argument) return bounds;
  const double number = told_number(bound.call, argument).value_or(otherwise);
  return {number, number, number};
}

/// arange(start, end, step): as many as there are steps to the end.
Dim stepped(const Bound& bound) {
  constexpr size_t kStart = 0, kEnd = 1, kStep = 2;
  const bool steps = asks(bound, "arange.start_step");
  const interp::Bounds start = number_told(bound, kStart, 0), end = number_told(bound, kEnd, 0);
  const double step = steps ? told_number(bound.call, kStep).value_or(1) : 1;
  const auto count = [&](double from, double to) {
    return static_cast<int64_t>(std::max(std::ceil((to - from) / step), 0.0));
  };
  return Dim(count(start.high, end.low), count(start.point, end.point), count(start.low, end.high));
}

}  // namespace

namespace {

/// What `view` and `reshape` make of -1 beside sizes that only the data tells: where these are the tensor's own, what
/// its others leave. One that fits no other way is taken to be the one that the tensor has.
void infer_beside(Output& output, const Bound& bound) {
  const auto* asked = std::get_if<std::vector<int64_t>>(&bound.call.args[kToldSize]);
  if (!asked || std::count(asked->begin(), asked->end(), -1) != 1) return;
  std::vector<Dim> rest = bound.call.operand(0).type.shape;
  const auto is_bounded = [](const Dim& dim) { return !dim.known(); };
  const bool lone = bound.bounded.size() == 1 && std::count_if(rest.begin(), rest.end(), is_bounded) == 1 &&
                    bound.call.operand(0).type.numel() % std::max<int64_t>(bound.bounded[0].second.point, 1) != 0;
  for (const auto& [at, size] : bound.bounded) {
    const auto same = std::find_if(rest.begin(), rest.end(), [&, told = size](const Dim& dim) {
      return !dim.known() && (lone || (dim.name != 0 && dim.name == told.name));
    });
    if (same == rest.end()) return;
    rest.erase(same);
  }
  int64_t elements = 1, given = 1;
  for (const Dim& dim : rest) elements = saturating_product(elements, dim.known() ? dim.point : 0);
  for (size_t i = 0; i < asked->size(); ++i) {
    const bool told =
        std::any_of(bound.bounded.begin(), bound.bounded.end(), [i](const auto& b) { return b.first == i; });
    if ((*asked)[i] != -1 && !told) given = saturating_product(given, (*asked)[i]);
  }
  if (given <= 0 || elements <= 0 || elements % given != 0) return;
  Dim& inferred = output.type.shape[static_cast<size_t>(std::find(asked->begin(), asked->end(), -1) - asked->begin())];
  inferred = Dim(elements / given).from(inferred.sources);
}

}  // namespace

bool is_open(const Dim& size) { return !size.known() && size.high >= kFewerThanOpen; }

bool is_open(const graph::TensorType& type) {
  return std::any_of(type.shape.begin(), type.shape.end(), [](const Dim& dim) { return is_open(dim); });
}

namespace {

/// What says how large a file's contents are that leave a size open, of the kind that the program reads; "": no file
/// does.
std::string said_by_data(const std::vector<std::string>& reasons) {
  struct Kind {
    std::string_view word;
    const char* pattern;
  };
  constexpr Kind kKinds[] = {{"sound", "*.wav"}, {"picture", "*.jpg"}, {"volume", "*.nii.gz"}};
  for (const std::string& reason : reasons)
    for (const Kind& kind : kKinds)
      if (reason.find(kind.word) != std::string::npos)
        return "`" + config::data_line({kind.pattern}) + "` in vramlint.yaml says what files hold";
  for (const std::string& reason : reasons)
    if (const auto hint = config::data_hint(reason))
      return "`" + hint->line + "` in vramlint.yaml says what files hold";
  return "";
}

}  // namespace

constexpr std::string_view kOnlyTheData = "only the data tells the sizes of ";

Unknown why_open(Interpreter& interpreter, const graph::TensorType& type, const Span& span) {
  for (const Dim& dim : type.shape)
    if (const Unknown* cause = interp::cause_of_open(interpreter, dim.name)) return *cause;
  std::string sizes;
  for (const Dim& dim : type.shape)
    sizes += (sizes.empty() ? "" : ", ") + (is_open(dim) ? "?" : std::to_string(dim.point));
  Unknown why{std::string(kOnlyTheData) + std::string(graph::to_string(type.dtype)) + "[" + sizes + "]", span};
  const auto open = std::ranges::find_if(type.shape, [](const Dim& dim) { return is_open(dim); });
  if (open != type.shape.end()) why.remedy = said_by_data(interp::reasons_of_open(interpreter, open->name));
  return why;
}

void note_open(Interpreter& interpreter, const graph::TensorType& type, const std::string& what) {
  const Span place = user_span(interpreter);
  interp::note_unknown(interpreter,
                       unknown_by(why_open(interpreter, type, place), what + " is not counted", place, Gap::held));
}

bool says_open(const Value& value) {
  return value.is_unknown() && value.as<interp::UnknownValue>()->info.reason.starts_with(kOnlyTheData);
}

bool says_open(std::string_view message) { return message.find(kOnlyTheData) != std::string_view::npos; }

bool leaves_open(Interpreter& interpreter, Bound& bound, bool on_device) {
  const auto open = std::find_if(bound.call.operands.begin(), bound.call.operands.end(),
                                 [](const graph::Operand& operand) { return is_open(operand.type); });
  if (open == bound.call.operands.end()) {
    if (bound.open && on_device) bound.unknown = bound.open;
    return on_device && bound.open.has_value();
  }
  const bool asks = interpreter.world().asks_sizes && ask_sizes(interpreter, bound.call);
  if (!asks && !on_device) return false;
  bound.unknown = Value(new interp::UnknownValue(why_open(interpreter, open->type, user_span(interpreter))));
  return true;
}

std::optional<graph::Dim> bounded_size(Interpreter& interpreter, const Value& value) {
  const interp::BoundedNumber* number = interp::bounded_number(value);
  if (!number || !number->bounds.whole) return {};
  return dim_of(interp::narrowed(interpreter, number->bounds));
}

graph::Dim narrowed(Interpreter& interpreter, const graph::Dim& size) {
  if (size.name == 0 || size.known()) return size;
  return dim_of(interp::narrowed(interpreter, bounds_of(size))).from(size.sources);
}

Value size_value(Interpreter& interpreter, const graph::Dim& size) {
  Unknown why{"this dimension depends on the data", user_span(interpreter)};
  if (is_open(size)) why.remedy = said_by_data(interp::reasons_of_open(interpreter, size.name));
  return interp::between(interp::narrowed(interpreter, bounds_of(size)), why);
}

void narrow_operands(Interpreter& interpreter, graph::Call& call) {
  for (graph::Operand& operand : call.operands) {
    const bool is_contiguous = operand.type.contiguous();
    bool moved = false;
    for (graph::Dim& dim : operand.type.shape) {
      const graph::Dim now = narrowed(interpreter, dim);
      moved = moved || now.point != dim.point;
      dim = now;
    }
    if (moved && is_contiguous) operand.type.strides = graph::contiguous_strides(operand.type.shape);
  }
}

void name_sizes(Interpreter& interpreter, graph::Inferred& inferred) {
  for (Output& output : inferred.outputs)
    for (graph::Dim& dim : output.type.shape)
      if (!dim.known() && dim.name == 0) dim.name = interp::new_name(interpreter);
}

std::optional<Dim> told_size(Interpreter& interpreter, const graph::Call& call, size_t argument, const Value& value) {
  if (!says_size(call, argument)) return {};
  if (std::optional<Dim> bounded = bounded_size(interpreter, value)) return bounded;
  if (!is_some_number(value)) return {};
  if (makes_new(call)) return bounded_size(interpreter, any_number_of(interpreter, value));
  return call.op->schema.starts_with("topk(") ? std::optional(Dim(0, -1, kMostOfAny)) : std::nullopt;
}

void bind_size(Bound& bound, size_t at, const Dim& size, const Value& value) {
  bound.bounded.emplace_back(at, size);
  bound.guessed = true;
  const bool takes_part = picks_some(bound) || narrows(bound) || splits_up(bound) || asks(bound, "slice.Tensor(");
  if (!takes_part && is_open(size)) bound.open = value;
}

std::optional<int64_t> counting_start(const Bound& bound, size_t argument) {
  const bool is_start = argument == 0 && asks(bound, "arange.start");
  if (!is_start || bound.numbers.empty() || !bound.numbers.back().second.whole) return {};
  return static_cast<int64_t>(bound.numbers.back().second.point);
}

namespace {

/// What stands among sizes is a number, whatever made it.
bool may_be_size(const Value& item) {
  const auto* unknown = item.as<interp::UnknownValue>();
  using Sort = interp::UnknownValue::Sort;
  return unknown && unknown->stand_in.is_none() && (unknown->sort == Sort::any || unknown->sort == Sort::made);
}

}  // namespace

std::optional<Dim> size_of_new(Interpreter& interpreter, const Value& value) {
  if (std::optional<Dim> bounded = bounded_size(interpreter, value)) return bounded;
  if (!is_some_number(value) && !may_be_size(value)) return {};
  return bounded_size(interpreter, any_number_of(interpreter, value));
}

std::optional<Dim> told_section(Interpreter& interpreter, const graph::Call& call, const Value& value) {
  if (makes_new(call)) return size_of_new(interpreter, value);
  if (std::optional<Dim> bounded = bounded_size(interpreter, value)) return bounded;
  if (!is_some_number(value)) return {};
  const bool splits = call.op->schema.starts_with("split_with_sizes(");
  return splits ? std::optional(Dim(0, -1, kMostOfAny)) : std::nullopt;
}

std::optional<int64_t> sizeless_number(const graph::Call& call, size_t argument, const Value& value) {
  if (!is_some_number(value)) return std::nullopt;
  const std::string_view schema = call.op->schema;
  const auto at = static_cast<int64_t>(argument);
  if (schema.starts_with("randint.low(")) return at < 2 ? std::optional(at) : std::nullopt;
  if (at == kGroups && convolves(schema)) return kOpenGroups;
  const bool is_first = at == 0 && schema.starts_with("randint(");
  const bool is_second = at == 1 && (schema.starts_with("roll(") || schema.starts_with("kthvalue(") ||
                                     schema.starts_with("randint_like("));
  return is_first || is_second ? std::optional<int64_t>(1) : std::nullopt;
}

void fit_points(Bound& bound) {
  fit_groups(bound);
  if (bound.bounded.empty() || !(picks_some(bound) || narrows(bound) || splits_up(bound))) return;
  const Dim* whole = whole_of(bound);
  if (!whole) return;
  if (splits_up(bound)) {
    auto* sizes = std::get_if<std::vector<int64_t>>(&bound.call.args[kToldSize]);
    if (sizes) fill_whole(bound, *sizes, whole->point);
    for (auto& [at, size] : bound.bounded)
      size = Dim(size.low, size.point, std::min(size.high, whole->high)).named(size.name);
    return;
  }
  Dim& size = bound.bounded[0].second;
  size = no_more_than_all(size, *whole);
  bound.call.args[narrows(bound) ? kLength : kToldSize] = size.point;
}

namespace {

/// Of view and reshape to sizes of which one only the data tells, the others are what is said.
void keep_told(const Bound& bound, Output& output) {
  if (!asks(bound, "view(") && !asks(bound, "reshape(")) return;
  const std::vector<int64_t>& sizes = bound.call.ints(kToldSize);
  for (size_t i = 0; i < sizes.size() && i < output.type.shape.size(); ++i) {
    const bool is_bounded =
        std::any_of(bound.bounded.begin(), bound.bounded.end(), [&](const auto& each) { return each.first == i; });
    Dim& dim = output.type.shape[i];
    if (!is_bounded && sizes[i] == dim.point) dim = Dim(dim.point).from(dim.sources);
  }
}

/// Each element of a dimension so often, or of all of them.
void widen_repeated(Output& output, const Bound& bound) {
  const Dim all = ops::product(bound.call.operand(0).type.shape);
  const Dim* whole = bound.call.is_none(kAlong) ? &all : whole_of(bound);
  if (!whole) return;
  const auto dim = whole == &all ? 0 : whole - bound.call.operand(0).type.shape.data();
  Dim& wide = output.type.shape.at(static_cast<size_t>(dim));
  wide = ops::product(std::array{*whole, bound.bounded[0].second}).from(wide.sources);
  output.type = graph::contiguous(output.type.dtype, output.type.shape);
}

}  // namespace

void widen(graph::Inferred& inferred, const Bound& bound) {
  if (asks(bound, "arange.start") && !bound.numbers.empty()) {
    Output& output = inferred.outputs[0];
    output.type.shape[0] = stepped(bound).from(output.type.shape[0].sources);
    return;
  }
  if (bound.bounded.empty() || ends_slice(bound)) return;
  if (asks(bound, "repeat_interleave.self_int(")) return widen_repeated(inferred.outputs[0], bound);
  const bool along = picks_some(bound) || narrows(bound) || splits_up(bound);
  const Dim* whole = along ? whole_of(bound) : nullptr;
  if (along && !whole) return;
  for (size_t i = 0; i < inferred.outputs.size(); ++i) {
    Output& output = inferred.outputs[i];
    for (const auto& [at, size] : bound.bounded) {
      if (splits_up(bound) && at != i) continue;
      const size_t dim = along ? static_cast<size_t>(whole - bound.call.operand(0).type.shape.data()) : at;
      if (dim >= output.type.shape.size()) continue;
      Dim& wide = output.type.shape[dim];
      const int64_t each = !along && size.point > 0 ? wide.point / size.point : 1;
      const Dim all = Dim(size.low * each, size.point * each, size.high * each);
      wide = all.from(wide.sources).named(each == 1 ? size.name : 0);
    }
    if (asks(bound, "view(") || asks(bound, "reshape(")) infer_beside(output, bound);
    keep_told(bound, output);
    if (output.alias == Output::Alias::fresh) output.type = graph::contiguous(output.type.dtype, output.type.shape);
  }
}

}  // namespace vramlint::model
