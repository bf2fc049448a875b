#include "model/bind.h"

#include <algorithm>
#include <span>

#include "graph/schema.h"
#include "interp/uncertain.h"
#include "model/bounded_sizes.h"
#include "model/dtype.h"
#include "model/integers.h"
#include "model/known_schema.h"
#include "model/refuse.h"
#include "model/stands.h"

namespace vramlint::model {
namespace {

using graph::Arg;
using graph::SchemaArgument;
using interp::Interpreter;
using interp::Value;
using Type = graph::SchemaArgument::Type;

class Binder {
 public:
  Binder(Interpreter& interpreter, const KnownSchema& known, bool wrap_numbers)
      : interpreter_(interpreter), wrap_numbers_(wrap_numbers), known_(known) {}

  Bound bound;
  size_t at = 0;  ///< the argument of the schema at hand

  bool convert(const Value& value, const SchemaArgument& argument, int size, Arg& out) {
    if (value.is_none()) {
      out = std::monostate{};
      return argument.optional || argument.type == Type::other;
    }
    const bool sizes = known_.takes_sizes && argument.type == Type::integer_list;
    if (sizes && bounded_size(interpreter_, value)) return integer_list(Value::tuple({value}), size, out);
    if (value.is_unknown() && argument.type != Type::tensor_list) return unknown(value, argument, out);
    note_origin(value);
    switch (argument.type) {
      case Type::tensor:
        return tensor(value, out);
      case Type::tensor_list:
        return tensor_list(value, argument, out);
      case Type::integer:
        return integer(value, out);
      case Type::integer_list:
        return fixed_list(value, argument, size, out);
      case Type::real:
        return real(value, out);
      case Type::boolean:
        return boolean(value, out);
      case Type::string:
        return string(value, out);
      case Type::dtype:
        return dtype(value, out);
      case Type::scalar:
        return scalar(value, out);
      case Type::other:
        return other(value, out);
    }
    return false;
  }

 private:
  // A factor's value changes no size; anything else that is unknown makes the result unknown.
  bool unknown(const Value& value, const SchemaArgument& argument, Arg& out) {
    const bool number = value.as<interp::UnknownValue>()->sort != interp::UnknownValue::Sort::tensor && !known_.counts;
    note_number(value);
    if (tells_size(value, out) || starts_at_bound(out)) return true;
    if (const std::optional<int64_t> any = sizeless(value)) {
      out = *any;
      if (argument.type == Type::integer_list) out = std::vector<int64_t>{*any};
      return true;
    }
    if (argument.type == Type::real || (argument.type == Type::scalar && number)) {
      out = argument.type == Type::real ? Arg(0.5) : some_number(bound, value);
    } else if (argument.type == Type::tensor && argument.optional) {
      out = std::monostate{};
      bound.left_out = value;
    } else {
      bound.unknown = value;
      bound.asks_for_tensor = argument.type == Type::tensor;
      out = std::monostate{};
    }
    return bound.guessed = true;
  }

  void note_number(const Value& value) {
    if (interp::bounded_number(value)) bound.numbers.emplace_back(at, *interp::bounds_of(interpreter_, value));
  }

  bool starts_at_bound(Arg& out) {
    const std::optional<int64_t> start = counting_start(bound, at);
    if (start) out = *start, bound.guessed = true;
    return start.has_value();
  }

  void note_origin(const Value& value) {
    if (!value.is_number() || value.origin() == 0) return;
    bound.origin = interpreter_.origins().join(bound.origin, value.origin());
    if (!value.is_bool()) bound.sources.bit_of_number(interpreter_, value.origin());
  }

  /// Where the integers of the argument at hand come from, if any of them has a key.
  void note_sources(std::span<const Value> numbers) {
    const auto has_key = [](const Value& value) { return value.origin() != 0; };
    if (std::none_of(numbers.begin(), numbers.end(), has_key)) return;
    graph::NumberSources sources{at, {}};
    for (const Value& value : numbers) {
      sources.each.push_back(bound.sources.bit_of_number(interpreter_, value.origin()));
    }
    bound.call.number_sources.push_back(std::move(sources));
  }

  int add_operand(const Value& value, graph::Operand operand) {
    bound.call.operands.push_back(std::move(operand));
    bound.tensors.push_back(value);
    return static_cast<int>(bound.call.operands.size() - 1);
  }

  bool operand(const Value& value, int& index) {
    if (Tensor* tensor = as_tensor(value)) {
      bool parameter = false;
      if (tensor->on_device()) {
        graph::StorageKind kind = tensor->builder->graph.storages[tensor->storage()].kind;
        parameter = kind == graph::StorageKind::parameter || kind == graph::StorageKind::buffer;
      }
      index = add_operand(value, {tensor->type_info, tensor->requires_grad, parameter});
      return true;
    }
    if (!wrap_numbers_ || !value.is_number()) return false;
    graph::Dtype kind = value.is_bool()  ? graph::Dtype::boolean
                        : value.is_int() ? graph::Dtype::int64
                                         : graph::Dtype::float32;
    index = add_operand(value, {graph::contiguous(kind, {}), false, false});
    return true;
  }

  bool tensor(const Value& value, Arg& out) {
    int index = -1;
    if (!operand(value, index)) return false;
    out = graph::OperandRef{index};
    return true;
  }

  bool tensor_list(const Value& value, const SchemaArgument& argument, Arg& out) {
    if (value.is_unknown()) return bound.unknown = value, true;
    if (value.origin() != 0)
      bound.call.number_sources.push_back({at, {bound.sources.bit_of(interpreter_, value.origin())}});
    auto* list = value.as<interp::List>();
    auto* tuple = value.as<interp::Tuple>();
    if (!list && !tuple) return false;
    graph::OperandList indices;
    const std::vector<Value>& items = list ? list->items : tuple->items;
    refuse_long(items.size(), {});
    if (const Value hidden = items.empty() ? interp::items_that_may_be_in(interpreter_, value, {}) : Value();
        hidden.is_unknown()) {
      bound.unknown = hidden;
      return true;
    }
    if (const Value length = interp::length_of_filled(interpreter_, value); !length.is_none())
      bound.filled = length.is_int() ? std::optional(graph::Dim(length.as_int())) : bounded_size(interpreter_, length);
    for (const Value& item : items) {
      int index = -1;
      if (item.is_unknown())
        bound.unknown = item;
      else if (item.is_none() && !known_.takes_none)
        refuse_none(interpreter_, argument.name, indices.indices.size());
      else if (!item.is_none() && !operand(item, index))
        return false;
      indices.indices.push_back(index);
    }
    out = std::move(indices);
    return true;
  }

  // A number, or a 0-dim tensor read as one.
  std::optional<Value> number(const Value& value) {
    if (value.is_number()) return value;
    Tensor* tensor = as_tensor(value);
    return tensor && tensor->type_info.rank() == 0 ? std::optional(item(interpreter_, *tensor, 0, {})) : std::nullopt;
  }

  bool integer(const Value& value, Arg& out) {
    if (std::optional<int64_t> format = memory_format(value)) {
      out = *format;
      return true;
    }
    const std::optional<Value> n = number(value);
    if (!n || !(n->is_unknown() || n->is_integral())) return false;
    const std::optional<int64_t> any = sizeless(*n);
    if (!n->is_unknown())
      out = bounded_integer(n->as_int());
    else if (any)
      out = *any;
    else if (!tells_size(*n, out))
      bound.unknown = *n;
    note_sources({&value, 1});
    return true;
  }

  bool tells_size(const Value& value, Arg& out) {
    const std::optional<graph::Dim> size = told_size(interpreter_, bound.call, at, value);
    if (!size) return false;
    bind_size(bound, 0, *size, value);
    out = std::max<int64_t>(size->point, 0);
    return true;
  }

  /// Products of a shape's sizes saturate: that they are too many is told.
  int64_t as_size(int64_t n) const { return known_.takes_sizes ? n : bounded_integer(n); }

  bool fixed_list(const Value& value, const SchemaArgument& argument, int size, Arg& out) {
    if (!integer_list(value, size, out)) return false;
    const std::string error = fixed_list_error(argument, size, std::get<std::vector<int64_t>>(out));
    if (bound.error.empty() && !bound.unknown) bound.error = error;
    return true;
  }

  /// A number that says nothing of sizes.
  std::optional<int64_t> sizeless(const Value& value) {
    const std::optional<int64_t> any = sizeless_number(bound.call, at, value);
    bound.guessed |= any.has_value();
    return any;
  }

  bool integer_list(const Value& value, int size, Arg& out) {
    std::vector<int64_t> ints;
    if (value.is_integral()) {
      ints.assign(static_cast<size_t>(size > 0 ? size : 1), as_size(value.as_int()));
      note_sources({&value, 1});
      out = std::move(ints);
      return true;
    }
    if (is_whole_number(value)) return integer_list(Value::list({*number(value)}), size, out);
    auto* list = value.as<interp::List>();
    auto* tuple = value.as<interp::Tuple>();
    if (!list && !tuple) return false;
    note_sources(list ? list->items : tuple->items);
    interp::goes_through(interpreter_, value);
    for (const Value& entry : list ? list->items : tuple->items) {
      std::optional<Value> n = entry.is_unknown() ? entry : number(entry);
      if (!n) return false;
      if (const auto told = known_.takes_sizes ? told_section(interpreter_, bound.call, *n) : std::nullopt) {
        bind_size(bound, first_sized(bound.call.op->schema) + ints.size(), *told, *n);
        ints.push_back(std::max<int64_t>(told->point, 0));
      } else if (const std::optional<int64_t> any = sizeless(*n)) {
        ints.push_back(*any);
      } else if (n->is_unknown()) {
        bound.unknown = *n;
      } else if (!n->is_integral()) {
        return false;
      } else {
        note_origin(*n);
        ints.push_back(as_size(n->as_int()));
      }
    }
    if (size > 1 && ints.size() == 1) ints.assign(static_cast<size_t>(size), ints[0]);
    out = std::move(ints);
    return true;
  }

  bool real(const Value& value, Arg& out) {
    std::optional<Value> n = number(value);
    if (!n) return false;
    note_number(*n);
    bound.guessed = bound.guessed || n->is_unknown();
    out = n->is_unknown() ? 0.5 : n->as_real();
    return true;
  }

  bool scalar(const Value& value, Arg& out) {
    Tensor* tensor = as_tensor(value);
    if (tensor && (tensor->requires_grad || (tensor->on_device() && known_.takes_tensors))) return false;
    std::optional<Value> n = number(value);
    if (!n) return false;
    note_number(*n);
    if (n->is_unknown() && known_.counts && (tells_size(*n, out) || starts_at_bound(out))) return true;
    if (n->is_unknown() && known_.counts)
      bound.unknown = *n;
    else if (n->is_unknown())
      bound.guessed = true, out = some_number(bound, *n);
    else if (n->is_bool())
      out = n->as_bool();
    else if (n->is_int())
      out = n->as_int();
    else
      out = n->as_real();
    return true;
  }

  bool boolean(const Value& value, Arg& out) {
    if (!value.is_integral()) return false;
    out = value.as_bool();
    return true;
  }

  bool string(const Value& value, Arg& out) {
    if (!value.is_string()) return false;
    out = std::string(value.as_string());
    return true;
  }

  bool dtype(const Value& value, Arg& out) {
    std::optional<graph::Dtype> dtype = dtype_of(interpreter_, value);
    if (!dtype) return false;
    out = *dtype;
    return true;
  }

  bool other(const Value&, Arg& out) {  // layout, device, generator: nothing that sizes depend on
    out = std::monostate{};
    return true;
  }

  Interpreter& interpreter_;
  bool wrap_numbers_;
  const KnownSchema& known_;
};

bool harmless(std::string_view keyword) {
  static constexpr std::string_view kNames[] = {"device",        "layout", "pin_memory",   "generator",
                                                "requires_grad", "out",    "non_blocking", "memory_format"};
  return std::find(std::begin(kNames), std::end(kNames), keyword) != std::end(kNames);
}

// How Python values fall on the schema's arguments; a value is taken once.
struct Placement {
  std::vector<const Value*> values;
  std::vector<Value> kept;  // lists made of several positional integers
};

bool place_positional(const graph::Schema& schema, const interp::Arguments& arguments, Placement& out) {
  const std::vector<Value>& given = arguments.positional;
  size_t at = 0;
  out.kept.reserve(1);
  for (size_t i = 0; i < schema.arguments.size() && at < given.size(); ++i) {
    const SchemaArgument& argument = schema.arguments[i];
    if (argument.keyword_only) break;
    bool rest = argument.type == Type::integer_list && given.size() > at + 1 && out.kept.empty() &&
                std::all_of(given.begin() + static_cast<std::ptrdiff_t>(at), given.end(),
                            [](const Value& v) { return v.is_int() || v.is_unknown() || as_tensor(v); });
    // x.view(2, 3): several integers are one list where nothing else can take them; x.roll(1, 0) has two arguments.
    const bool last = i + 1 == schema.arguments.size() || schema.arguments[i + 1].keyword_only;
    if (rest && i <= 1 && last) {
      out.kept.push_back(Value::list({given.begin() + static_cast<std::ptrdiff_t>(at), given.end()}));
      out.values[i] = &out.kept.back();
      at = given.size();
    } else {
      out.values[i] = &given[at++];
    }
  }
  return at == given.size();
}

bool place_keywords(const graph::Schema& schema, const interp::Arguments& arguments, Placement& out) {
  for (const auto& [name, value] : arguments.keyword) {
    size_t i = 0;
    while (i < schema.arguments.size() && !same_name(name, schema.arguments[i].name)) ++i;
    if (i == schema.arguments.size()) {
      if (!harmless(name)) return false;
    } else if (out.values[i]) {
      return false;
    } else {
      out.values[i] = &value;
    }
  }
  return true;
}

}  // namespace

std::optional<Bound> bind(Interpreter& interpreter, const graph::Op& op, const interp::Arguments& arguments,
                          bool wrap_numbers) {
  const KnownSchema& known = known_schema(op);
  const graph::Schema& schema = known.schema;
  Placement placement{std::vector<const Value*>(schema.arguments.size()), {}};
  if (!place_positional(schema, arguments, placement) || !place_keywords(schema, arguments, placement)) return {};
  Binder binder(interpreter, known, wrap_numbers);
  binder.bound.call.op = &op;
  binder.bound.call.args.resize(schema.arguments.size());
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    Arg& out = binder.bound.call.args[i];
    const SchemaArgument& argument = schema.arguments[i];
    binder.at = i;
    if (placement.values[i]) {
      if (!binder.convert(*placement.values[i], argument, known.list_sizes[i], out)) return {};
    } else if (argument.has_default) {
      out = argument.default_value;
    } else if (!argument.optional && argument.type != Type::other) {
      return {};
    }
  }
  return std::move(binder.bound);
}

}  // namespace vramlint::model
