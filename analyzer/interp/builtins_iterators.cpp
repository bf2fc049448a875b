// enumerate, zip, map, filter, reversed: iterators over other iterators.
#include <algorithm>

#include "interp/anchored.h"
#include "interp/builtins_parts.h"
#include "interp/heap.h"
#include "interp/known_parts.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

struct Enumerate : Resumable<Enumerate> {
  Enumerate(Value s, int64_t n, Value u) : source(std::move(s)), number(n), unknown_number(std::move(u)) {}
  Value source;
  int64_t number;
  Value unknown_number;  ///< where it starts at what is not known
  std::optional<Value> next(Interpreter& interpreter) override {
    std::optional<Value> item = interpreter.next(source, {});
    if (!item) return {};
    Value at = unknown_number.is_unknown() ? unknown_number : Value::integer(number++);
    return Value::tuple({std::move(at), std::move(*item)});
  }
  const Value* ahead() const override {
    const auto* inner = source.as<Iterator>();
    return inner && !unknown_number.is_unknown() && inner->type_name() != type_name() ? inner->ahead() : nullptr;
  }
  void pass(Interpreter& interpreter) override {
    interpreter.heap().write(*source.as<Iterator>()).pass(interpreter);
    ++number;
  }
  bool visit(const Visitor& visitor) const override { return visitor(source), visitor(unknown_number), true; }
  std::string_view type_name() const override { return "enumerate"; }
};

struct Zip : Resumable<Zip> {
  Zip(std::vector<Value> s, bool e, Span w) : sources(std::move(s)), strict(e), where(w) {}
  std::vector<Value> sources;
  bool strict;
  Span where;
  std::optional<Value> next(Interpreter& interpreter) override {
    if (sources.empty()) return {};
    std::vector<Value> items;
    for (size_t i = 0; i < sources.size(); ++i) {
      std::optional<Value> item = interpreter.next(sources[i], where);
      if (!item) {
        if (strict) check_all_ended(interpreter, i);
        sources.clear();
        return {};
      }
      items.push_back(std::move(*item));
    }
    return Value::tuple(std::move(items));
  }
  void check_all_ended(Interpreter& interpreter, size_t ended) {
    auto named = [](size_t count) { return count == 1 ? "argument 1" : "arguments 1-" + std::to_string(count); };
    if (ended > 0) {
      interpreter.raise("ValueError",
                        "zip() argument " + std::to_string(ended + 1) + " is shorter than " + named(ended), where);
    }
    for (size_t i = 1; i < sources.size(); ++i) {
      if (interpreter.next(sources[i], where)) {
        interpreter.raise("ValueError", "zip() argument " + std::to_string(i + 1) + " is longer than " + named(i),
                          where);
      }
    }
  }
  bool visit(const Visitor& visitor) const override {
    return std::for_each(sources.begin(), sources.end(), visitor), true;
  }
  std::string_view type_name() const override { return "zip"; }
};

struct Map : Resumable<Map> {
  Map(Value f, std::vector<Value> s, Span w) : function(std::move(f)), sources(std::move(s)), where(w) {}
  Value function;
  std::vector<Value> sources;
  Span where;
  std::optional<Value> next(Interpreter& interpreter) override {
    std::vector<Value> items;
    for (const Value& source : sources) {
      std::optional<Value> item = interpreter.next(source, where);
      if (!item) return {};
      items.push_back(std::move(*item));
    }
    return interpreter.call(function, std::move(items), where);
  }
  bool visit(const Visitor& visitor) const override {
    visitor(function);
    return std::for_each(sources.begin(), sources.end(), visitor), true;
  }
  std::string_view type_name() const override { return "map"; }
};

struct Filter : Resumable<Filter> {
  Filter(Value f, Value s, Span w) : function(std::move(f)), source(std::move(s)), where(w) {}
  Value function, source;
  Span where;
  std::optional<Value> next(Interpreter& interpreter) override {
    while (std::optional<Value> item = interpreter.next(source, where)) {
      Value keep = function.is_none() ? *item : interpreter.call(function, {*item}, where);
      if (interpreter.truthy(keep, where)) return item;
    }
    return {};
  }
  bool visit(const Visitor& visitor) const override { return visitor(function), visitor(source), true; }
  std::string_view type_name() const override { return "filter"; }
};

struct Reversed : Resumable<Reversed> {
  Reversed(Value s, int64_t n, Span w) : source(std::move(s)), left(n), where(w) {}
  Value source;
  int64_t left;
  Span where;
  std::optional<Value> next(Interpreter& interpreter) override {
    if (left <= 0) return {};
    --left;
    if (auto* list = source.as<List>(); list && static_cast<size_t>(left) >= list->items.size()) return {};
    return interpreter.get_item(source, Value::integer(left), where);
  }
  bool visit(const Visitor& visitor) const override { return visitor(source), true; }
  std::string_view type_name() const override { return "reversed"; }
};

Value make_enumerate(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "enumerate", {"iterable", "start"}, 1);
  if (const UnknownList* list = unknown_list(given[0])) {
    return list_of_such(list->info, Value::tuple({any_int(list->info), list->each}));
  }
  if (given[0].is_unknown() && given[0].as<UnknownValue>()->items.is_none()) return given[0];
  const bool has_start = !given[1].is_unbound() && !given[1].is_unknown();
  const int64_t start = has_start ? index_of(interpreter, given[1], arguments.span) : 0;
  Value source = interpreter.iterate(given[0], arguments.span);
  return source.is_unknown() ? source : Value(new Enumerate(source, start, given[1]));
}

/// One item of a list of unknown length, again and again.
struct Always : Resumable<Always> {
  explicit Always(Value e) : each(std::move(e)) {}
  Value each;
  std::optional<Value> next(Interpreter&) override { return each; }
  bool visit(const Visitor& visitor) const override { return visitor(each), true; }
  std::string_view type_name() const override { return "list_iterator"; }
};

/// A loader of batches, which says how often a loop runs beside what is of unknown length.
bool is_loader(const Value& iterable) {
  if (!iterable.is(ObjectKind::instance)) return false;
  const auto* attributes = static_cast<const Instance*>(iterable.object())->attributes.as<Dict>();
  return attributes && attributes->find(std::string_view("dataset")) != nullptr;
}

Value make_zip(Interpreter& interpreter, Arguments& arguments) {
  bool strict = false;
  for (auto& [name, value] : arguments.keyword) {
    if (name != "strict")
      interpreter.raise("TypeError", "zip() got an unexpected keyword argument '" + name + "'", arguments.span);
    strict = interpreter.truthy(value, arguments.span);
  }
  const bool is_led = std::any_of(arguments.positional.begin(), arguments.positional.end(), is_loader);
  if (const Value likely = is_led ? Value() : zipped(arguments.positional); likely.is_unknown()) return likely;
  std::vector<Value> sources;
  for (const Value& iterable : arguments.positional) {
    if (const UnknownList* list = unknown_list(iterable); is_led && list && !list->each.is_none()) {
      sources.emplace_back(new Always(list->each));
      continue;
    }
    sources.push_back(interpreter.iterate(iterable, arguments.span));
    if (!sources.back().is_unknown()) continue;
    const Value pairs = zipped(arguments.positional);
    return pairs.is_unknown() ? pairs : sources.back();
  }
  return Value(new Zip(std::move(sources), strict, arguments.span));
}

Value make_map(Interpreter& interpreter, Arguments& arguments) {
  if (arguments.positional.size() < 2)
    interpreter.raise("TypeError", "map() must have at least two arguments.", arguments.span);
  std::vector<Value> sources;
  for (size_t i = 1; i < arguments.positional.size(); ++i) {
    sources.push_back(interpreter.iterate(arguments.positional[i], arguments.span));
    if (!sources.back().is_unknown()) continue;
    const auto* cls = arguments.positional[0].as<Class>();
    const bool makes_numbers = cls && (cls->name == "int" || cls->name == "float");
    if (!makes_numbers) return sources.back();
    const Unknown& why = sources.back().as<UnknownValue>()->info;
    const Value number(new UnknownValue(why, UnknownValue::Sort::number));
    return list_of_such(why, cls->name == "int" ? any_int(why) : number);
  }
  return Value(new Map(arguments.positional[0], std::move(sources), arguments.span));
}

Value make_filter(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "filter", 2, 2);
  Value source = interpreter.iterate(arguments.positional[1], arguments.span);
  return source.is_unknown() ? source : Value(new Filter(arguments.positional[0], source, arguments.span));
}

Value make_reversed(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "reversed", 1, 1);
  const Value& source = arguments.positional[0];
  if (source.is_unknown()) return source;
  if (const Value* method = program_method(source, "__reversed__")) {
    Value function = *method;
    return interpreter.call(function, {source}, arguments.span);
  }
  if (source.as<List>() || source.as<Tuple>() || source.as<Range>() || source.is_string() ||
      program_method(source, "__getitem__")) {
    Value length = interpreter.length(source, arguments.span);
    return length.is_unknown() ? length : Value(new Reversed(source, length.as_int(), arguments.span));
  }
  if (source.as<Dict>() || source.is(ObjectKind::native)) {
    std::vector<Value> items = interpreter.to_vector(source, arguments.span);
    auto count = static_cast<int64_t>(items.size());
    return Value(new Reversed(Value::list(std::move(items)), count, arguments.span));
  }
  interpreter.raise("TypeError", "'" + type_name(interpreter, source) + "' object is not reversible", arguments.span);
}

Value step(Interpreter& interpreter, const Iterator& self, Arguments& arguments) {
  std::optional<Value> item = interpreter.next(Value(&self), arguments.span);
  if (!item) raise_stop(interpreter, self, arguments.span);
  return *item;
}

Value itself(Interpreter&, const Iterator& self, Arguments&) { return Value(&self); }

}  // namespace

void make_iterator_classes(ClassMaker& maker) {
  const Class& iterator = maker.make("iterator");
  define_method<Iterator>(maker.interpreter(), iterator, "__next__", 0, 0, Effect::plain, step);
  define_method<Iterator>(maker.interpreter(), iterator, "__iter__", 0, 0, Effect::plain, itself);
  maker.make("generator", "iterator");
  maker.make("enumerate", "iterator", make_enumerate);
  maker.make("zip", "iterator", make_zip);
  maker.make("map", "iterator", make_map);
  maker.make("filter", "iterator", make_filter);
  maker.make("reversed", "iterator", make_reversed);
}

}  // namespace vramlint::interp
