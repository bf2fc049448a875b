// itertools.
#include <algorithm>

#include "interp/builtins_parts.h"
#include "interp/picks.h"
#include "interp/standard.h"

namespace vramlint::interp {

namespace {

/// An iterator whose next item a function yields. Its state is what the function has captured, which copies with it.
struct Stepper : Resumable<Stepper> {
  using Step = std::function<std::optional<Value>(Interpreter&)>;
  Stepper(std::string n, Step s) : name(std::move(n)), step(std::move(s)) {}
  std::string name;
  Step step;
  bool holds_numbers = false;  ///< and nothing else
  Footprint footprint;
  std::optional<Value> next(Interpreter& interpreter) override { return step(interpreter); }
  bool visit(const Visitor&) const override { return holds_numbers; }
  std::string_view type_name() const override { return name; }
};

template <typename Step>
Value stepper(std::string name, Step step, size_t held = 0) {
  auto* made = new Stepper(std::move(name), std::move(step));
  made->footprint.set(sizeof(Stepper) + sizeof(Step) + held * sizeof(Value));
  return Value(made);
}

Value repeat(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "repeat", {"object", "times"}, 1);
  if (given[1].is_unknown()) return given[1];
  bool endless = given[1].is_unbound();
  int64_t times = endless ? 0 : index_of(interpreter, given[1], arguments.span);
  return stepper("repeat", [item = given[0], endless, left = times](Interpreter&) mutable -> std::optional<Value> {
    if (!endless && left-- <= 0) return left = 0, std::nullopt;
    return item;
  });
}

Value count(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "count", {"start", "step"}, 0);
  Value start = given[0].is_unbound() ? Value::integer(0) : given[0],
        by = given[1].is_unbound() ? Value::integer(1) : given[1];
  Value made =
      stepper("count", [at = start, by, span = arguments.span](Interpreter& in) mutable -> std::optional<Value> {
        Value now = at;
        at = in.binary(syntax::BinaryOp::add, at, by, span);
        return now;
      });
  static_cast<Stepper&>(Heap::unseen(*made.as<Iterator>())).holds_numbers = start.is_number() && by.is_number();
  return made;
}

Value cycle(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "cycle", 1, 1);
  if (arguments.positional[0].is_unknown()) return arguments.positional[0];
  std::vector<Value> items = interpreter.to_vector(arguments.positional[0], arguments.span);
  const size_t held = items.size();
  auto next = [items = std::move(items), at = size_t{0}](Interpreter&) mutable -> std::optional<Value> {
    if (items.empty()) return {};
    return items[at++ % items.size()];
  };
  return stepper("cycle", std::move(next), held);
}

Value chained(Interpreter& interpreter, const Value& sources, Span span) {
  Value outer = interpreter.iterate(sources, span);
  if (outer.is_unknown()) return outer;
  return stepper("chain", [outer, inner = Value(), span](Interpreter& in) mutable -> std::optional<Value> {
    while (true) {
      if (inner.is_object()) {
        if (inner.is_unknown()) return std::exchange(inner, Value());
        if (std::optional<Value> item = in.next(inner, span)) return item;
      }
      std::optional<Value> source = in.next(outer, span);
      if (!source) return {};
      inner = in.iterate(*source, span);
    }
  });
}

Value chain(Interpreter& interpreter, Arguments& arguments) {
  if (const Value* unknown = first_unknown(arguments)) return *unknown;
  return chained(interpreter, Value::tuple(arguments.positional), arguments.span);
}

Value chain_from_iterable(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "from_iterable", 1, 1);
  return chained(interpreter, arguments.positional[0], arguments.span);
}

Value as_iterator(Interpreter& interpreter, std::vector<Value> tuples, Span span) {
  return interpreter.iterate(Value::list(std::move(tuples)), span);
}

Value product(Interpreter& interpreter, Arguments& arguments) {
  int64_t times = 1;
  if (const Value* given = arguments.find("repeat")) times = index_of(interpreter, *given, arguments.span);
  if (times < 0) interpreter.raise("ValueError", "repeat argument cannot be negative", arguments.span);
  if (arguments.positional.empty()) times = 0;
  std::vector<std::vector<Value>> pools;
  size_t held = 0;
  for (int64_t i = 0; i < times; ++i) {
    for (const Value& source : arguments.positional) {
      if (source.is_unknown()) return source;
      pools.push_back(interpreter.to_vector(source, arguments.span));
      interpreter.budget().allocate(static_cast<int64_t>(2 * sizeof(pools[0]) + sizeof(size_t)), arguments.span);
      held += pools.back().size() + 4;
    }
  }
  std::vector<size_t> places(pools.size());
  bool done = std::any_of(pools.begin(), pools.end(), [](const auto& pool) { return pool.empty(); });
  interpreter.budget().allocate(static_cast<int64_t>(2 * held * sizeof(Value)), arguments.span);
  auto next = [pools, places, done, span = arguments.span](Interpreter& in) mutable -> std::optional<Value> {
    if (done) return {};
    in.budget().allocate(static_cast<int64_t>(pools.size() * sizeof(Value)), span);
    std::vector<Value> items;
    for (size_t i = 0; i < pools.size(); ++i) items.push_back(pools[i][places[i]]);
    done = true;
    for (size_t i = pools.size(); i-- > 0;) {
      if (++places[i] < pools[i].size()) {
        done = false;
        break;
      }
      places[i] = 0;
    }
    return Value::tuple(std::move(items));
  };
  return stepper("product", std::move(next), held);
}

template <Picking kChoice>
Value chosen(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "combinations", {"iterable", "r"}, 1);
  if (given[0].is_unknown()) return given[0];
  std::vector<Value> pool = interpreter.to_vector(given[0], arguments.span);
  const size_t held = pool.size();
  bool all = given[1].is_unbound() || given[1].is_none();
  int64_t size = all ? static_cast<int64_t>(held) : index_of(interpreter, given[1], arguments.span);
  if (size < 0) interpreter.raise("ValueError", "r must be non-negative", arguments.span);
  if (kChoice == Picking::with_replacement ? held == 0 && size > 0 : size > static_cast<int64_t>(held))
    return as_iterator(interpreter, {}, arguments.span);
  interpreter.budget().allocate(size, sizeof(size_t), arguments.span);
  auto next = [pool = std::move(pool), picks = Picks<kChoice>(held, static_cast<size_t>(size)),
               span = arguments.span](Interpreter& in) mutable -> std::optional<Value> {
    if (!picks.any()) return {};
    in.budget().touch(pool.size(), span);
    in.budget().allocate(static_cast<int64_t>(picks.places().size()), sizeof(Value), span);
    std::vector<Value> items;
    for (size_t place : picks.places()) items.push_back(pool[place]);
    picks.advance();
    return Value::tuple(std::move(items));
  };
  return stepper("combinations", std::move(next), held + static_cast<size_t>(size));
}

Value islice(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "islice", 2, 4);
  if (const Value* unknown = first_unknown(arguments)) return *unknown;
  const std::vector<Value>& given = arguments.positional;
  auto number = [&](size_t i, int64_t otherwise) {
    return given.size() <= i || given[i].is_none() ? otherwise : index_of(interpreter, given[i], arguments.span);
  };
  bool bounded = given.size() == 2;
  int64_t start = bounded ? 0 : number(1, 0), stop = bounded ? number(1, INT64_MAX) : number(2, INT64_MAX),
          by = number(3, 1);
  if (start < 0 || stop < 0 || by < 1) {
    interpreter.raise("ValueError", "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.",
                      arguments.span);
  }
  Value source = interpreter.iterate(given[0], arguments.span);
  return stepper("islice",
                 [source, at = int64_t{0}, wanted = start, stop, by,
                  span = arguments.span](Interpreter& in) mutable -> std::optional<Value> {
                   while (wanted < stop) {
                     std::optional<Value> item = in.next(source, span);
                     if (!item) return wanted = stop, std::nullopt;
                     if (at++ != wanted) continue;
                     wanted = wanted > INT64_MAX - by ? stop : wanted + by;
                     return item;
                   }
                   return {};
                 });
}

Value accumulate(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "accumulate", {"iterable", "func", "initial"}, 1);
  Value source = interpreter.iterate(given[0], arguments.span);
  if (source.is_unknown()) return source;
  Value function = given[1].is_unbound() ? Value() : given[1];
  bool has_initial = !given[2].is_unbound() && !given[2].is_none();
  return stepper("accumulate",
                 [source, function, total = has_initial ? given[2] : Value::unbound(), fresh = has_initial,
                  span = arguments.span](Interpreter& in) mutable -> std::optional<Value> {
                   if (std::exchange(fresh, false)) return total;
                   std::optional<Value> item = in.next(source, span);
                   if (!item) return {};
                   if (total.is_unbound())
                     total = *item;
                   else
                     total = function.is_none() ? in.binary(syntax::BinaryOp::add, total, *item, span)
                                                : in.call(function, {total, *item}, span);
                   return total;
                 });
}

Value zip_longest(Interpreter& interpreter, Arguments& arguments) {
  Value fill = arguments.find("fillvalue") ? *arguments.find("fillvalue") : Value();
  std::vector<Value> sources;
  for (const Value& source : arguments.positional) {
    if (source.is_unknown()) return source;
    sources.push_back(interpreter.iterate(source, arguments.span));
  }
  return stepper("zip_longest",
                 [sources, fill, span = arguments.span](Interpreter& in) mutable -> std::optional<Value> {
                   std::vector<Value> items;
                   bool any = false;
                   for (Value& source : sources) {
                     std::optional<Value> item = source.is_none() ? std::nullopt : in.next(source, span);
                     if (!item) source = Value();
                     any |= item.has_value();
                     items.push_back(item ? std::move(*item) : fill);
                   }
                   return any ? std::optional<Value>(Value::tuple(std::move(items))) : std::nullopt;
                 });
}

Value starmap(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "starmap", 2, 2);
  Value source = interpreter.iterate(arguments.positional[1], arguments.span);
  if (source.is_unknown()) return source;
  return stepper(
      "starmap",
      [function = arguments.positional[0], source, span = arguments.span](Interpreter& in) -> std::optional<Value> {
        std::optional<Value> item = in.next(source, span);
        if (!item) return {};
        return in.call(function, in.to_vector(*item, span), span);
      });
}

// takewhile, dropwhile, filterfalse: which items pass, and whether the first that fails ends it.
template <int kMode>
Value filtered(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, kMode == 0 ? "takewhile" : kMode == 1 ? "dropwhile" : "filterfalse", 2, 2);
  Value source = interpreter.iterate(arguments.positional[1], arguments.span);
  if (source.is_unknown()) return source;
  return stepper("filter",
                 [test = arguments.positional[0], source, span = arguments.span, open = false,
                  ended = false](Interpreter& in) mutable -> std::optional<Value> {
                   while (!ended) {
                     std::optional<Value> item = in.next(source, span);
                     if (!item) return {};
                     if (kMode == 1 && open) return item;
                     bool passes = in.truthy(test.is_none() ? *item : in.call(test, {*item}, span), span);
                     if (kMode == 0 && !passes) ended = true;
                     if (kMode == 0 ? passes : !passes) {
                       open = true;
                       return item;
                     }
                   }
                   return {};
                 });
}

Value pairwise(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "pairwise", 1, 1);
  if (arguments.positional[0].is_unknown()) return arguments.positional[0];
  std::vector<Value> items = interpreter.to_vector(arguments.positional[0], arguments.span), pairs;
  interpreter.budget().allocate(static_cast<int64_t>(items.size() * (sizeof(Tuple) + 4 * sizeof(Value))),
                                arguments.span);
  for (size_t i = 1; i < items.size(); ++i) pairs.push_back(Value::tuple({items[i - 1], items[i]}));
  return as_iterator(interpreter, std::move(pairs), arguments.span);
}

constexpr int64_t kIterator = 64;  // bytes, with its place in a tuple

Value tee(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "tee", {"iterable", "n"}, 1);
  if (given[0].is_unknown()) return given[0];
  int64_t copies = given[1].is_unbound() ? 2 : index_of(interpreter, given[1], arguments.span);
  if (copies < 0) interpreter.raise("ValueError", "n must be >= 0", arguments.span);
  Value items = Value::list(interpreter.to_vector(given[0], arguments.span));
  interpreter.budget().allocate(copies, kIterator, arguments.span);
  std::vector<Value> iterators;
  for (int64_t i = 0; i < copies; ++i) iterators.push_back(interpreter.iterate(items, arguments.span));
  return Value::tuple(std::move(iterators));
}

Value groupby(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "groupby", {"iterable", "key"}, 1);
  if (given[0].is_unknown()) return given[0];
  bool plain = given[1].is_unbound() || given[1].is_none();
  std::vector<Value> groups, members;
  Value current = Value::unbound();
  auto close = [&] {
    if (!current.is_unbound())
      groups.push_back(Value::tuple({current, as_iterator(interpreter, std::move(members), arguments.span)}));
    members.clear();
  };
  for (const Value& item : interpreter.to_vector(given[0], arguments.span)) {
    Value key = plain ? item : interpreter.call(given[1], {item}, arguments.span);
    if (current.is_unbound() || !interpreter.equal(current, key, arguments.span)) {
      interpreter.budget().touch_entries(4, arguments.span);
      close();
      current = key;
    }
    members.push_back(item);
  }
  close();
  return as_iterator(interpreter, std::move(groups), arguments.span);
}

Value compress(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "compress", 2, 2);
  if (const Value* unknown = first_unknown(arguments)) return *unknown;
  std::vector<Value> items = interpreter.to_vector(arguments.positional[0], arguments.span), kept;
  std::vector<Value> selectors = interpreter.to_vector(arguments.positional[1], arguments.span);
  for (size_t i = 0; i < std::min(items.size(), selectors.size()); ++i) {
    if (interpreter.truthy(selectors[i], arguments.span)) kept.push_back(items[i]);
  }
  return as_iterator(interpreter, std::move(kept), arguments.span);
}

}  // namespace

void fill_itertools_module(Interpreter& interpreter, Dict& names) {
  Value chain_class = interpreter.make_class("chain", {}, chain);
  const auto& cls = *static_cast<const Class*>(chain_class.object());
  interpreter.heap()
      .dict(cls.attributes)
      .set("from_iterable", interpreter.make_builtin("from_iterable", chain_from_iterable));
  names.set("chain", chain_class);
  constexpr std::pair<const char*, Value (*)(Interpreter&, Arguments&)> kFunctions[] = {
      {"repeat", repeat},
      {"count", count},
      {"cycle", cycle},
      {"product", product},
      {"islice", islice},
      {"accumulate", accumulate},
      {"zip_longest", zip_longest},
      {"starmap", starmap},
      {"takewhile", filtered<0>},
      {"dropwhile", filtered<1>},
      {"filterfalse", filtered<2>},
      {"pairwise", pairwise},
      {"tee", tee},
      {"groupby", groupby},
      {"compress", compress},
      {"combinations", chosen<Picking::combinations>},
      {"permutations", chosen<Picking::permutations>},
      {"combinations_with_replacement", chosen<Picking::with_replacement>},
  };
  for (const auto& [name, function] : kFunctions) define(interpreter, names, name, function);
}

}  // namespace vramlint::interp
