#include "model/ends.h"
#include "model/elements.h"

#include <algorithm>

#include "interp/bounded.h"
#include "model/apply.h"

namespace vramlint::model {
namespace {

using Values = std::vector<double>;

constexpr size_t kMostBetween = 64;

bool is_any(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// All elements of an operand, or the number that stands for it, are above 0.
bool is_positive(const Bound& bound, const graph::Arg& arg) {
  if (const auto* whole = std::get_if<int64_t>(&arg)) return *whole > 0;
  if (const auto* real = std::get_if<double>(&arg)) return *real > 0;
  const auto* ref = std::get_if<graph::OperandRef>(&arg);
  if (!ref) return false;
  const interp::Value& value = bound.tensors[static_cast<size_t>(ref->index)];
  if (value.is_number()) return value.as_real() > 0;
  const Tensor* tensor = as_tensor(value);
  const Values* known = tensor ? tensor->elements() : nullptr;
  return known && std::all_of(known->begin(), known->end(), [](double x) { return x > 0; });
}

/// A result is no smaller where an operand is larger.
bool never_falls(const Bound& bound, size_t index) {
  const std::string_view name = graph::operator_name(*bound.call.op);
  if (is_any(name, {"max", "min"})) return index == 0;
  const auto& args = bound.call.args;
  if (name == "div") return args.size() > 1 && is_positive(bound, args[1]);
  if (name == "mul") return args.size() > 1 && (is_positive(bound, args[0]) || is_positive(bound, args[1]));
  return name.starts_with("_cast_") ||
         is_any(name, {"stack",  "cat",    "clone", "contiguous", "reshape", "to",      "type_as",
                       "detach", "add",    "amax",  "amin",       "maximum", "minimum", "sum",
                       "cumsum", "select", "slice", "flip",       "floor",   "ceil",    "round"});
}

/// The operands have one of their ends as long as it lives.
class Standing {
 public:
  Standing(const std::vector<interp::Value>& operands, size_t end) {
    for (const interp::Value& value : operands) {
      Tensor* tensor = as_tensor(value);
      const ElementEnds* ends = tensor ? ends_of(*tensor) : nullptr;
      if (ends && !tensor->values) stand_in(*tensor, (*ends)[end]);
    }
  }
  ~Standing() {
    for (Tensor* tensor : changed_) tensor->values.reset();
  }
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;
  bool any() const { return !changed_.empty(); }

 private:
  void stand_in(Tensor& tensor, const Values& values) {
    tensor.values = held(values);
    changed_.push_back(&tensor);
  }
  std::vector<Tensor*> changed_;
};

}  // namespace

const ElementEnds* ends_of(const Tensor& tensor) {
  if (tensor.elements() || !tensor.facts || !tensor.facts->ends || tensor.written) return nullptr;
  return static_cast<int64_t>(tensor.facts->ends->front().size()) == tensor.type_info.numel() ? &*tensor.facts->ends
                                                                                              : nullptr;
}

void set_ends(Tensor& tensor, ElementEnds ends) {
  if (ends[0] == ends[2]) {
    tensor.values = held(std::move(ends[1]));
    return;
  }
  auto facts = tensor.facts ? std::make_shared<DataFacts>(*tensor.facts) : std::make_shared<DataFacts>();
  facts->footprint.set(3 * ends[0].capacity() * sizeof(double));
  facts->ends = std::move(ends);
  tensor.facts = std::move(facts);
}

std::optional<interp::Value> element_between(interp::Interpreter& interpreter, const Tensor& tensor, size_t index) {
  const ElementEnds* ends = ends_of(tensor);
  if (!ends || index >= ends->front().size()) return {};
  const bool whole = !graph::is_differentiable(tensor.type_info.dtype);
  return interp::between({(*ends)[0][index], (*ends)[1][index], (*ends)[2][index], whole},
                         {"the elements of a tensor depend on the data", user_span(interpreter)});
}

void fold_ends(const Bound& bound, Tensor& result, size_t index) {
  const auto count = static_cast<size_t>(result.type_info.numel());
  if (count > kMostBetween || !never_falls(bound, index)) return;
  ElementEnds ends;
  for (size_t end = 0; end < ends.size(); ++end) {
    const Standing standing(bound.tensors, end);
    std::optional<Values> values = standing.any() ? known_values(bound, result, index) : std::nullopt;
    if (!values || values->size() != count) return;
    ends[end] = as_held_by(result.type_info.dtype, std::move(*values));
  }
  set_ends(result, std::move(ends));
}

void show_elements(Tensor& base, Tensor& view) {
  if (!ends_of(base)) return fold_view(base, view);
  ElementEnds ends;
  for (size_t end = 0; end < ends.size(); ++end) {
    const Standing standing({interp::Value(&base)}, end);
    fold_view(base, view);
    if (!view.values) return;
    ends[end] = *view.values;
    view.values.reset();
  }
  set_ends(view, std::move(ends));
}

void copy_ends(const Tensor& from, Tensor& to) {
  const ElementEnds* ends = ends_of(from);
  if (!ends) return;
  ElementEnds made;
  for (size_t end = 0; end < made.size(); ++end) made[end] = as_held_by(to.type_info.dtype, (*ends)[end]);
  set_ends(to, std::move(made));
}

}  // namespace vramlint::model
