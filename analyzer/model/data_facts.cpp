#include "model/data_facts.h"

#include <algorithm>

#include "interp/bounded.h"
#include "interp/unknown_lists.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/column_runs.h"
#include "model/fold.h"
#include "model/fold_masks.h"
#include "model/ranges.h"
#include "model/uniform.h"
#include "ops/define.h"

namespace vramlint::model {
namespace {

using graph::Dim;
using interp::Arguments;
using interp::Interpreter;
using interp::Value;

const DataFacts* facts_of(const Value& value) {
  const Tensor* tensor = as_tensor(value);
  return tensor ? tensor->facts.get() : nullptr;
}

bool is_called(const Bound& bound, std::string_view name) { return bound.call.op->schema.starts_with(name); }

/// The same elements, of another shape or type, or copied.
bool keeps_all(const Bound& bound) {
  constexpr std::string_view kNames[] = {"squeeze", "unsqueeze",  "view", "reshape", "flatten",
                                         "clone",   "contiguous", "to",   "detach",  "_to_copy"};
  const std::string_view name = graph::operator_name(*bound.call.op);
  return name.starts_with("_cast_") || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool joins(const Bound& bound) { return is_called(bound, "stack(") || is_called(bound, "cat("); }

/// The count, where the tensors joined are all that stand for it.
std::optional<Dim> joined_count(const Bound& bound) {
  if (bound.filled && joins(bound) && !bound.tensors.empty()) return bound.filled;
  const DataFacts* first = bound.tensors.empty() ? nullptr : facts_of(bound.tensors[0]);
  if (!first || !first->of_many || !joins(bound)) return {};
  const Dim count = *first->of_many;
  if (count.point != static_cast<int64_t>(bound.tensors.size())) return {};
  const bool alike = std::all_of(bound.tensors.begin(), bound.tensors.end(), [&](const Value& value) {
    const DataFacts* facts = facts_of(value);
    return facts && facts->of_many == count &&
           as_tensor(value)->type_info.shape == as_tensor(bound.tensors[0])->type_info.shape;
  });
  return alike ? std::optional(count) : std::nullopt;
}

void resize(graph::Output& output, size_t dim, const Dim& size) {
  if (dim >= output.type.shape.size() || output.alias != graph::Output::Alias::fresh) return;
  graph::Shape shape = output.type.shape;
  shape[dim] = size.from(shape[dim].sources);
  output.type = graph::contiguous(output.type.dtype, std::move(shape));
}

void resize_joined(const Bound& bound, graph::Inferred& inferred, const Dim& count) {
  graph::Output& output = inferred.outputs[0];
  const int64_t rank = output.type.rank(), given = bound.call.integer(1);
  const auto dim = static_cast<size_t>(given < 0 ? given + rank : given);
  if (is_called(bound, "stack(")) return resize(output, dim, count);
  const Dim& each = bound.call.operands[0].type.shape[dim];  // as the branches that were taken leave it
  if (bound.filled && !each.known()) return;                 // the result is as open as that
  resize(output, dim, {each.low * count.low, each.point * count.point, each.high * count.high});
}

/// x[…, mask]: where the only index is a mask.
void resize_masked(const Bound& bound, graph::Inferred& inferred) {
  size_t place = 0;
  const std::vector<const graph::Operand*> indices = bound.call.operand_list(1);
  if (bound.tensors.size() != 2) return;
  while (place < indices.size() && indices[place] == nullptr) ++place;
  const DataFacts* facts = facts_of(bound.tensors[1]);
  if (as_tensor(bound.tensors[1])->type_info.dtype != graph::Dtype::boolean) return;
  if (facts && facts->chosen) resize(inferred.outputs[0], place, *facts->chosen);
}

/// x[mask], masked_select and nonzero, where it is known what is true.
std::optional<Dim> known_choice(const Bound& bound) {
  const std::optional<int64_t> count = chosen_count(bound);
  return count ? std::optional(Dim(*count)) : std::nullopt;
}

/// Of an index by a mask the dimensions of the mask have gone into one.
void resize_chosen(graph::Inferred& inferred, const Dim& count) { resize(inferred.outputs[0], 0, count); }

/// How many different elements there are of a tensor whose elements are known.
std::optional<Dim> known_count(const Bound& bound) {
  const Tensor* tensor = is_called(bound, "_unique2(") ? as_tensor(bound.tensors[0]) : nullptr;
  const std::optional<int64_t> count = tensor ? distinct_count(*tensor) : std::nullopt;
  return count ? std::optional(Dim(*count)) : std::nullopt;
}

void resize_distinct(const Bound& bound, graph::Inferred& inferred, const Dim& count) {
  constexpr size_t kReturnsCounts = 3;  // the schema's position
  resize(inferred.outputs[0], 0, count);
  if (bound.call.boolean(kReturnsCounts)) resize(inferred.outputs[2], 0, count);
}

Dim no_more_than(const Dim& size, int64_t most) {
  return {std::min(size.low, most), std::min(size.point, most), std::min(size.high, most)};
}

/// 0 to the end, or to the dimension's own where that is less.
void resize_slice(const Bound& bound, graph::Inferred& inferred) {
  const graph::TensorType& self = bound.call.operand(0).type;
  const int64_t given = bound.call.integer(1), dim = given < 0 ? given + self.rank() : given;
  const Dim &whole = self.shape[static_cast<size_t>(dim)], &end = bound.bounded[0].second;
  Dim& size = inferred.outputs[0].type.shape[static_cast<size_t>(dim)];
  size = Dim(std::min(whole.low, end.low), size.point, std::min(whole.high, end.high)).from(size.sources);
}

/// masked_select with a mask as large as what it selects of.
bool selects_all_of(const Bound& bound) {
  return is_called(bound, "masked_select(") && bound.tensors.size() == 2 &&
         bound.call.operand(0).type.shape == bound.call.operand(1).type.shape;
}

bool is_number_zero(const graph::Arg& arg) {
  const auto* whole = std::get_if<int64_t>(&arg);
  return whole && *whole == 0;
}

/// How much of what a mask may choose it mostly does, where that is not half. `labels >= 0` and `labels != ignored`
/// leave out the exceptions; where two conditions must hold, each is taken to choose half, but for those on the host,
/// where data are made ready: they drop what is not valid.
std::optional<double> usual_share(const Bound& bound) {
  const auto dtype_of = [&](size_t operand) {
    const Tensor* tensor = operand < bound.tensors.size() ? as_tensor(bound.tensors[operand]) : nullptr;
    return tensor && !tensor->elements() ? std::optional(tensor->type_info.dtype) : std::nullopt;
  };
  const std::optional<graph::Dtype> first = dtype_of(0), second = dtype_of(1);
  const bool are_labels = first && !graph::is_differentiable(*first) && *first != graph::Dtype::boolean;
  if (are_labels && is_called(bound, "ne.Scalar(")) return 1;
  if (are_labels && is_called(bound, "ge.Scalar(") && is_number_zero(bound.call.args[1])) return 1;
  const bool are_masks = first == graph::Dtype::boolean && second == graph::Dtype::boolean;
  if (!are_masks || !(is_called(bound, "bitwise_and.Tensor(") || is_called(bound, "logical_and("))) return {};
  return as_tensor(bound.tensors[0])->on_device() ? 0.25 : 1;
}

}  // namespace

bool ends_slice(const Bound& bound) { return !bound.bounded.empty() && is_called(bound, "slice.Tensor("); }

bool has_facts(const Bound& bound) {
  if (ends_slice(bound) || bound.filled) return true;
  return std::any_of(bound.tensors.begin(), bound.tensors.end(), facts_of) || known_count(bound) ||
         known_choice(bound) || filling(bound) || usual_share(bound) || begins_runs(bound);
}

void refine_sizes(const Bound& bound, graph::Inferred& inferred) {
  if (ends_slice(bound)) return resize_slice(bound, inferred);
  if (std::optional<Dim> count = joined_count(bound)) return resize_joined(bound, inferred, *count);
  if (std::optional<Dim> count = known_count(bound)) return resize_distinct(bound, inferred, *count);
  if (std::optional<Dim> count = known_choice(bound)) return resize_chosen(inferred, *count);
  if (bound.tensors.empty()) return;
  const DataFacts* facts = facts_of(bound.tensors[0]);
  if (is_called(bound, "_unique2(") && facts && facts->distinct)
    return resize(inferred.outputs[0], 0, *facts->distinct);
  if (is_called(bound, "_unique2(") && facts && facts->most_distinct)
    return resize(inferred.outputs[0], 0, no_more_than(inferred.outputs[0].type.shape.at(0), *facts->most_distinct));
  if (is_called(bound, "nonzero(") && facts && facts->chosen) return resize(inferred.outputs[0], 0, *facts->chosen);
  if (is_called(bound, "index.Tensor(")) resize_masked(bound, inferred);
  const DataFacts* mask = selects_all_of(bound) ? facts_of(bound.tensors[1]) : nullptr;
  if (mask && mask->chosen) resize(inferred.outputs[0], 0, *mask->chosen);
}

void remember_choice(const Bound& bound, const graph::Inferred& inferred) {
  const auto chooses = [](const Value& value) {
    const Tensor* tensor = as_tensor(value);
    return tensor && tensor->type_info.dtype == graph::Dtype::boolean && !(tensor->facts && tensor->facts->chosen);
  };
  const bool finds = is_called(bound, "nonzero(") && chooses(bound.tensors[0]);
  const bool picks = is_called(bound, "index.Tensor(") && bound.tensors.size() == 2 && chooses(bound.tensors[1]);
  const bool selects = selects_all_of(bound) && chooses(bound.tensors[1]);
  if (!finds && !picks && !selects) return;
  size_t place = 0;
  const std::vector<const graph::Operand*> indices =
      picks ? bound.call.operand_list(1) : std::vector<const graph::Operand*>();
  while (place < indices.size() && indices[place] == nullptr) ++place;
  if (place >= inferred.outputs[0].type.shape.size()) return;
  const Dim& count = inferred.outputs[0].type.shape[place];
  if (count.known()) return;
  Tensor* mask = as_tensor(bound.tensors[finds ? 0 : 1]);
  auto facts = mask->facts ? std::make_shared<DataFacts>(*mask->facts) : std::make_shared<DataFacts>();
  facts->chosen = count.from(0);
  mask->facts = std::move(facts);
}

namespace {

/// `torch.ones(n).sum()` is n.
void count_ones(const Bound& bound, Tensor& sum) {
  const Tensor* summed = as_tensor(bound.tensors[0]);
  if (!summed || sum.elements() || uniform_element(*summed) != 1) return;
  auto facts = std::make_shared<DataFacts>();
  facts->value = ops::product(summed->type_info.shape);
  sum.facts = std::move(facts);
}

}  // namespace

void count_chosen(Interpreter& interpreter, const Bound& bound, const std::vector<Value>& results) {
  if (!is_called(bound, "sum(") || results.size() != 1) return;
  if (Tensor* sum = as_tensor(results[0])) count_ones(bound, *sum);
  Tensor* mask = as_tensor(bound.tensors[0]);
  Tensor* made = as_tensor(results[0]);
  const DataFacts* known = facts_of(bound.tensors[0]);
  const bool is_mask = mask && mask->type_info.dtype == graph::Dtype::boolean;
  if (!made || !mask || made->elements() || !(is_mask || (known && known->chosen))) return;
  if (!known || !known->chosen) {
    const Dim all = ops::product(mask->type_info.shape);
    auto facts = known ? std::make_shared<DataFacts>(*known) : std::make_shared<DataFacts>();
    facts->chosen = Dim(0, all.point / 2, all.high).named(interp::new_name(interpreter));
    mask->facts = std::move(facts);
  }
  auto facts = std::make_shared<DataFacts>();
  facts->value = mask->facts->chosen;
  made->facts = std::move(facts);
}

void forget_choice(Tensor& written) {
  if (!written.facts) return;
  auto facts = std::make_shared<DataFacts>(*written.facts);
  facts->chosen.reset();
  facts->all_same.reset();
  facts->most_distinct.reset();
  facts->value.reset();
  facts->range.reset();
  facts->truth.reset();
  facts->ends.reset();
  facts->runs.reset();
  written.facts = std::move(facts);
}

void hand_on(Interpreter& interpreter, const Bound& bound, const std::vector<Value>& results) {
  Tensor* made = results.empty() ? nullptr : as_tensor(results[0]);
  if (!made) return;
  auto facts = std::make_shared<DataFacts>();
  if (is_called(bound, "_unique2(")) facts->each_once = true;
  if (const std::optional<double> share = usual_share(bound)) {
    const Dim all = ops::product(made->type_info.shape);
    const auto usual = static_cast<int64_t>(static_cast<double>(all.point) * *share);
    facts->chosen = Dim(0, usual, all.high).named(interp::new_name(interpreter));
  }
  for (const Value& value : bound.tensors) {
    const DataFacts* from = facts_of(value);
    if (!from) continue;
    if (from->of_many && !joined_count(bound) && as_tensor(value) != made) facts->of_many = from->of_many;
    const bool is_cast = is_called(bound, "to.") || is_called(bound, "_cast_") || is_called(bound, "_to_copy(");
    if (is_cast) facts->chosen = from->chosen, facts->value = from->value;
    if (is_cast || keeps_all(bound)) facts->distinct = from->distinct;
    // Comparing with one value leaves out one element at most.
    if (from->each_once && is_called(bound, "ne.Scalar(")) {
      const Dim all = as_tensor(value)->type_info.shape[0];
      facts->chosen = Dim(std::max<int64_t>(all.low - 1, 0), all.point, all.high);
    }
  }
  const bool known = facts->each_once || facts->chosen || facts->of_many || facts->value || facts->distinct;
  if (known) made->facts = std::move(facts);
  const bool written = std::any_of(bound.tensors.begin(), bound.tensors.end(),
                                   [&](const Value& value) { return as_tensor(value) == made; });
  if (!written) set_uniform(*made, uniform_result(bound, *made));
}

namespace {

std::optional<Dim> count_of(Interpreter& interpreter, const Value& value) {
  if (value.is_int()) return Dim(value.as_int());
  return bounded_size(interpreter, value);
}

/// _vramlint.between(low, point, high[, reason]): a size that only the data tells, or a number for another reason.
/// Where these are sizes of that kind themselves, it is between the low end of the first and the high end of the last.
Value between(Interpreter& interpreter, Arguments& arguments) {
  const auto size = [&](size_t at) { return count_of(interpreter, arguments.positional.at(at)); };
  const std::optional<Dim> low = size(0), point = size(1), high = size(2);
  if (!low || !point || !high) return arguments.positional.at(!low ? 0 : !point ? 1 : 2);
  const int64_t middle = std::clamp(point->point, std::min(low->low, high->high), high->high);
  const Dim made = Dim(std::min(low->low, middle), middle, high->high).named(interp::new_name(interpreter));
  constexpr size_t kReason = 3;
  if (arguments.positional.size() <= kReason) return size_value(interpreter, made);
  const auto real = [](int64_t whole) { return static_cast<double>(whole); };
  const std::string reason(arguments.positional[kReason].as_string());
  return interp::between({real(made.low), real(made.point), real(made.high), true, made.name},
                         {reason, user_span(interpreter)});
}

/// _vramlint.some_number(reason): a number of which nothing is known.
Value some_number(Interpreter& interpreter, Arguments& arguments) {
  const std::string reason(arguments.positional.at(0).as_string());
  return Value(new interp::UnknownValue({reason, user_span(interpreter)}, interp::UnknownValue::Sort::number));
}

/// _vramlint.numbers(count, low, high, reason): a list of so many ints, none below one or above the other.
Value numbers(Interpreter& interpreter, Arguments& arguments) {
  const double low = arguments.positional.at(1).as_real(), high = arguments.positional.at(2).as_real();
  const Span place = user_span(interpreter);
  const Unknown why{std::string(arguments.positional.at(3).as_string()), place};
  return interp::list_of(interpreter, why, interp::between({low, high, high}, why), arguments.positional.at(0), place);
}

/// _vramlint.fewer(a, b): the smaller of two sizes.
Value fewer(Interpreter& interpreter, Arguments& arguments) {
  const std::optional<Dim> a = count_of(interpreter, arguments.positional.at(0)),
                           b = count_of(interpreter, arguments.positional.at(1));
  if (!a || !b) return arguments.positional.at(a ? 1 : 0);
  return size_value(interpreter,
                    Dim(std::min(a->low, b->low), std::min(a->point, b->point), std::min(a->high, b->high)));
}

/// _vramlint.ranges(tensor, low, high): no element is below one or above the other.
Value ranges(Interpreter&, Arguments& arguments) {
  const Value &low = arguments.positional.at(1), &high = arguments.positional.at(2);
  Tensor* tensor = as_tensor(arguments.positional.at(0));
  if (tensor && low.is_number() && high.is_number())
    set_range(*tensor, interp::Bounds{low.as_real(), (low.as_real() + high.as_real()) / 2, high.as_real(), false});
  return arguments.positional.at(0);
}

/// _vramlint.rest(a, b): what is left of one size without the other.
Value rest(Interpreter& interpreter, Arguments& arguments) {
  const std::optional<Dim> a = count_of(interpreter, arguments.positional.at(0)),
                           b = count_of(interpreter, arguments.positional.at(1));
  if (!a || !b) return arguments.positional.at(a ? 1 : 0);
  const auto left = [](int64_t all, int64_t taken) { return std::max<int64_t>(all - taken, 0); };
  return size_value(interpreter, Dim(left(a->low, b->high), left(a->point, b->point), left(a->high, b->low)));
}

template <std::optional<Dim> DataFacts::*fact>
Value state(Interpreter& interpreter, Arguments& arguments) {
  Tensor* tensor = as_tensor(arguments.positional.at(0));
  const std::optional<Dim> count = count_of(interpreter, arguments.positional.at(1));
  if (tensor && count) {
    auto facts = std::make_shared<DataFacts>();
    (*facts).*fact = count;
    tensor->forget_elements();  // it stands for what a file holds
    tensor->facts = std::move(facts);
  }
  return arguments.positional.at(0);
}

/// _vramlint.most_distinct(x): how many different values its elements have at most; None where nothing says it.
Value most_distinct_of(Interpreter&, Arguments& arguments) {
  const DataFacts* facts = facts_of(arguments.positional.at(0));
  return facts && facts->distinct ? Value::integer(facts->distinct->high) : Value();
}

/// why_open(x): a tensor of which only the data tells the sizes as what is not known; else None.
Value why_open_of(Interpreter& interpreter, Arguments& arguments) {
  const Tensor* tensor = as_tensor(arguments.positional.at(0));
  if (!tensor || !is_open(tensor->type_info) || interpreter.world().asks_sizes) return {};
  return Value(new interp::UnknownValue(why_open(interpreter, tensor->type_info, user_span(interpreter))));
}

}  // namespace

/// has_distinct(tensor, count), chooses(mask, count) and counts(number, count) return the tensor.
void add_data_natives(Interpreter& interpreter, interp::Dict& names) {
  constexpr std::pair<std::string_view, Value (*)(Interpreter&, Arguments&)> natives[] = {
      {"between", between},
      {"some_number", some_number},
      {"numbers", numbers},
      {"fewer", fewer},
      {"rest", rest},
      {"ranges", ranges},
      {"why_open", why_open_of},
      {"most_distinct", most_distinct_of},
      {"has_distinct", state<&DataFacts::distinct>},
      {"chooses", state<&DataFacts::chosen>},
      {"counts", state<&DataFacts::value>},
  };
  for (const auto& [name, function] : natives) names.set(name, interpreter.make_builtin(std::string(name), function));
}

}  // namespace vramlint::model
