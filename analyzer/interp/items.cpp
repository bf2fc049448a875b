// Subscripts: items and slices of the built-in sequences and mappings.
#include "interp/counted_text.h"
#include "interp/dict.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/grown_list.h"
#include "interp/guarded.h"
#include "interp/heap.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"
#include "interp/operators.h"
#include "interp/slices.h"
#include "interp/some_item.h"
#include "interp/uncertain.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMovedAtOnce = 4;  // values that are moved in the time in which one is copied

/// Which items a slice takes of a sequence of `length`.
struct Selection {
  int64_t start = 0, step = 1, count = 0;
};

std::optional<int64_t> bound_of(Interpreter& interpreter, const Value& value, const Span& span) {
  if (value.is_none()) return {};
  if (value.is_integral()) return value.as_int();
  if (auto* instance = value.is(ObjectKind::instance) ? static_cast<const Instance*>(value.object()) : nullptr;
      instance && instance->payload.is_int())
    return instance->payload.as_int();
  if (auto index = interpreter.find_attribute(value, "__index__", span)) {
    const Value result = interpreter.call(*index, std::vector<Value>{}, span);
    if (result.is_int()) return result.as_int();
  }
  interpreter.raise("TypeError", "slice indices must be integers or None or have an __index__ method", span);
}

Selection select(Interpreter& interpreter, const SliceObject& slice, int64_t length, const Span& span) {
  Selection result;
  result.step = bound_of(interpreter, slice.step, span).value_or(1);
  if (result.step == 0) interpreter.raise("ValueError", "slice step cannot be zero", span);
  const bool back = result.step < 0;
  const int64_t lowest = back ? -1 : 0, highest = back ? length - 1 : length;
  auto clamp = [&](std::optional<int64_t> bound, int64_t missing) {
    if (!bound) return missing;
    const int64_t n = *bound < 0 ? *bound + length : *bound;
    return std::max(lowest, std::min(highest, n));
  };
  result.start = clamp(bound_of(interpreter, slice.lower, span), back ? highest : lowest);
  const int64_t stop = clamp(bound_of(interpreter, slice.upper, span), back ? lowest : highest);
  const int64_t distance = back ? result.start - stop : stop - result.start;
  const int64_t stride = back ? -std::max(result.step, -INT64_MAX) : result.step;
  result.count = distance > 0 ? (distance - 1) / stride + 1 : 0;
  return result;
}

}  // namespace

bool is_unknown_slice(const SliceObject& slice) {
  return slice.lower.is_unknown() || slice.upper.is_unknown() || slice.step.is_unknown();
}

int64_t length_of_slice(Interpreter& interpreter, const SliceObject& slice, int64_t length, const Span& span) {
  return select(interpreter, slice, length, span).count;
}

namespace {

std::vector<Value> sliced(Interpreter& interpreter, const std::vector<Value>& items, const SliceObject& slice,
                          const Span& span) {
  const Selection selection = select(interpreter, slice, static_cast<int64_t>(items.size()), span);
  interpreter.budget().allocate(selection.count, sizeof(Value), span);
  std::vector<Value> result;
  result.reserve(static_cast<size_t>(selection.count));
  for (int64_t i = 0; i < selection.count; ++i)
    result.push_back(items[static_cast<size_t>(selection.start + i * selection.step)]);
  return result;
}

size_t position(Interpreter& interpreter, const Value& index, size_t length, const char* what, const Span& span) {
  if (!index.is_integral() && !(index.is(ObjectKind::instance)))
    interpreter.raise("TypeError",
                      std::string(what) + " indices must be integers" +
                          (std::string_view(what) == "string" ? ", not '" + interpreter.type_of(index)->name + "'"
                                                              : " or slices, not " + interpreter.type_of(index)->name),
                      span, index.origin());
  const int64_t n = bound_of(interpreter, index, span).value_or(0);
  const int64_t at = n < 0 ? n + static_cast<int64_t>(length) : n;
  if (at < 0 || at >= static_cast<int64_t>(length))
    interpreter.raise("IndexError", std::string(what) + " index out of range", span, index.origin());
  return static_cast<size_t>(at);
}

/// Byte offsets of the characters of a UTF-8 text, one past the end included.
std::vector<size_t> characters(Interpreter& interpreter, std::string_view text, const Span& span) {
  interpreter.budget().allocate(static_cast<int64_t>(text.size() * sizeof(size_t)), span);
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

/// What a tensor is as an index; it may be Unknown. Any other value as it is.
Value plain_index(Interpreter& interpreter, const Value& index, const Span& span) {
  if (auto* slice = index.as<SliceObject>()) {
    const auto plain = [&](const Value& bound) { return plain_index(interpreter, bound, span); };
    const bool any = slice->lower.is(ObjectKind::native) || slice->upper.is(ObjectKind::native);
    return any ? Value(new SliceObject(plain(slice->lower), plain(slice->upper), slice->step)) : index;
  }
  if (!index.is(ObjectKind::native)) return index;
  auto method = interpreter.find_attribute(index, "__index__", span);
  return method ? interpreter.call(*method, std::vector<Value>{}, span) : index;
}

/// The `count` characters from `at` on, `step` apart, of a text whose bytes are characters.
std::string picked(std::string_view text, const Selection& selection) {
  if (selection.step == 1)
    return std::string(text.substr(static_cast<size_t>(selection.start), static_cast<size_t>(selection.count)));
  std::string result;
  for (int64_t i = 0; i < selection.count; ++i)
    result += text[static_cast<size_t>(selection.start + i * selection.step)];
  return result;
}

Value ascii_item(Interpreter& interpreter, std::string_view text, const Value& index, const Span& span) {
  const auto* slice = index.as<SliceObject>();
  if (!slice) return Value::string(std::string(1, text[position(interpreter, index, text.size(), "string", span)]));
  if (is_unknown_slice(*slice)) return Value::unknown("a slice whose bounds are unknown", span);
  const Selection selection = select(interpreter, *slice, static_cast<int64_t>(text.size()), span);
  interpreter.budget().allocate(selection.count, span);
  return Value::string(picked(text, selection));
}

Value string_item(Interpreter& interpreter, const String& string, const Value& index, const Span& span) {
  const std::string_view text = string.text;
  if (string.is_ascii) return ascii_item(interpreter, text, index, span);
  const std::vector<size_t> starts = characters(interpreter, text, span);
  const size_t length = starts.size() - 1;
  if (auto* slice = index.as<SliceObject>()) {
    if (is_unknown_slice(*slice)) return Value::unknown("a slice whose bounds are unknown", span);
    const Selection selection = select(interpreter, *slice, static_cast<int64_t>(length), span);
    std::string result;
    for (int64_t i = 0; i < selection.count; ++i) {
      const auto at = static_cast<size_t>(selection.start + i * selection.step);
      result += text.substr(starts[at], starts[at + 1] - starts[at]);
    }
    return Value::string(std::move(result));
  }
  const size_t at = position(interpreter, index, length, "string", span);
  return Value::string(std::string(text.substr(starts[at], starts[at + 1] - starts[at])));
}

Value bytes_item(Interpreter& interpreter, const std::string& text, const Value& index, const Span& span) {
  auto* slice = index.as<SliceObject>();
  if (!slice)
    return Value::integer(static_cast<unsigned char>(text[position(interpreter, index, text.size(), "index", span)]));
  if (is_unknown_slice(*slice)) return Value::unknown("a slice whose bounds are unknown", span);
  const Selection selection = select(interpreter, *slice, static_cast<int64_t>(text.size()), span);
  interpreter.budget().allocate(selection.count, span);
  return Value(new ByteString(picked(text, selection)));
}

Value sequence_item(Interpreter& interpreter, const std::vector<Value>& items, const Value& given, bool is_tuple,
                    const Span& span) {
  const Value index = plain_index(interpreter, given, span);
  // The only item is the one that any index finds which finds one at all.
  if (index.is_unknown() && !is_unknown_text(index)) {
    const std::optional<Value> some = some_item(interpreter, items, index, span);
    if (some) return *some;
    return Value(new UnknownValue(index.as<UnknownValue>()->info)).with_origin(index.origin());  // no number as that is
  }
  if (index.is_unknown()) return index;
  if (auto* slice = index.as<SliceObject>()) {
    if (is_unknown_slice(*slice)) return Value::unknown("a slice whose bounds are unknown", span);
    std::vector<Value> taken = sliced(interpreter, items, *slice, span);
    return is_tuple ? Value::tuple(std::move(taken)) : Value::list(std::move(taken));
  }
  return items[position(interpreter, index, items.size(), is_tuple ? "tuple" : "list", span)];
}

Value dict_item(Interpreter& interpreter, const Value& object, const Dict& dict, const Value& index, const Span& span) {
  (void)interpreter.hash(index, span);
  if (const Value* found = dict.find(index)) return note_entry(interpreter, dict, found), *found;
  if (object.is(ObjectKind::instance))
    if (const Value* missing = interpreter.type_of(object)->lookup("__missing__"))
      return interpreter.call(Value(*missing), {object, index}, span);
  if (Value part = unknown_part(index); part.is_unknown()) return part;
  if (Value hidden = what_may_be_in(interpreter, dict, span); hidden.is_unknown()) return hidden;
  Value exception = interpreter.make_exception(interpreter.builtin_class("KeyError"), {index});
  auto& impl = interpreter.impl();
  Raised raised{exception, span, impl.join(impl.guard, impl.join(object.origin(), index.origin())), {}};
  raised.nearest = raised.own = index.origin() != 0 ? index.origin() : object.origin();
  throw settled(impl, std::move(raised));
}

/// At a key that is not known: a defaultdict has an entry there from then on.
Value entry_somewhere(Interpreter& interpreter, const Value& object, const Dict& dict, const Value& key, Span span) {
  if (object.is(ObjectKind::instance) && interpreter.type_of(object)->lookup("__missing__"))
    note_uncertain(interpreter, dict, key.as<UnknownValue>()->info.reason);
  constexpr size_t kFew = 64;
  const bool is_whole = !interpreter.impl().uncertain.contains(&dict) && !interpreter.impl().exposures.of(dict);
  std::vector<Value> entries;
  if (is_whole && dict.size() <= kFew)
    for (const Dict::Entry& entry : dict.entries_unseen())
      if (entry.live) entries.push_back(entry.value);
  const std::optional<Value> one = some_item(interpreter, entries, key, span);
  return one ? one->with_origin(key.origin()) : some_entry(interpreter, dict, key);
}

/// Whether a part of this tuple is of its own class, as a part of torch.Size is.
bool slices_alike(const Value& object) {
  return object.is(ObjectKind::instance) &&
         static_cast<const Instance*>(object.object())->cls()->lookup("__slices_alike__");
}

Value like(Interpreter& interpreter, const Value& object, Value items) {
  return interpreter.make_instance(static_cast<const Instance*>(object.object())->cls(), std::move(items));
}

/// `List[int]`, `nn.Module[T]`: a class that is subscripted stays itself.
std::optional<Value> class_item(Interpreter& interpreter, const Value& object, const Value& index, const Span& span) {
  if (!object.is(ObjectKind::type)) return {};
  // What its metaclass has of it is for subscripting the metaclass.
  if (!static_cast<const Class*>(object.object())->lookup("__class_getitem__")) return object;
  if (auto hook = interpreter.find_attribute(object, "__class_getitem__", span)) {
    // A class method even where the program does not say so.
    if (hook->is(ObjectKind::function)) return interpreter.call(*hook, {object, index}, span);
    return interpreter.call(*hook, {index}, span);
  }
  return object;
}

}  // namespace

Value Interpreter::get_item(const Value& object, const Value& index, Span span) {
  if (object.is_unknown()) {
    const UnknownList* list = unknown_list(object);
    const auto* slice = list || is_unknown_text(object) ? index.as<SliceObject>() : nullptr;
    if (std::optional<Value> cut = !slice ? std::nullopt
                                   : list ? cut_out(*this, *list, *slice, span)
                                          : cut_text(*this, object, *slice, span))
      return std::move(*cut).with_origin(object.origin());
    const Value part = known_part(object, index);
    const bool is_some = index.as<SliceObject>() && object.as<UnknownValue>()->sort == UnknownValue::Sort::items;
    if (part.is_none() && is_some) return object;
    return part.is_none() ? part_of_unknown(object) : part.with_origin(object.origin());
  }
  if (auto* native = object.as<Native>()) {
    if (auto item = native->get_item(*this, index, span)) return std::move(*item);
  } else if (const Value* method = user_method(*this, object, "__getitem__")) {
    return call(Value(*method), {object, index}, span);
  } else if (index.is_unknown() && !object.is(ObjectKind::list) && !object.is(ObjectKind::tuple)) {
    return object.as<Dict>() ? entry_somewhere(*this, object, *object.as<Dict>(), index, span) : without_kind(index);
  } else if (auto* list = object.as<List>()) {
    if (Value hidden = items_that_may_be_in(*this, object, span); hidden.is_unknown()) {
      const Value part = known_part(hidden, index);
      return part.is_none() ? without_kind(hidden) : part;
    }
    if (std::optional<Value> behind = item_behind(*this, *list, index, span)) return std::move(*behind);
    const auto* part = index.as<SliceObject>();
    if (std::optional<Value> window = part ? window_of(*this, *list, *part, span) : std::nullopt)
      return std::move(*window);
    if (index.is_int() && index.as_int() < 0) goes_through(*this, object);
    Value item = sequence_item(*this, list->items, index, false, span);
    if (const auto* slice = index.as<SliceObject>()) note_cut(*this, object, *slice, item);
    return item;
  } else if (auto* tuple = object.as<Tuple>()) {
    Value item = sequence_item(*this, tuple->items, index, true, span);
    return index.as<SliceObject>() && slices_alike(object) ? like(*this, object, std::move(item)) : item;
  } else if (auto* dict = object.as<Dict>()) {
    return dict_item(*this, object, *dict, index, span);
  } else if (object.is_string()) {
    return string_item(*this, *object.as<String>(), index, span).with_origin(object.origin());
  } else if (auto* bytes = object.as<ByteString>()) {
    return bytes_item(*this, bytes->text, index, span);
  } else if (auto* range = object.as<Range>()) {
    if (auto* slice = index.as<SliceObject>()) {
      const Selection s = select(*this, *slice, range->length(), span);
      return Value(new Range(range->start + s.start * range->step,
                             range->start + (s.start + s.count * s.step) * range->step, range->step * s.step));
    }
    return Value::integer(
        range->start +
        static_cast<int64_t>(position(*this, index, static_cast<size_t>(range->length()), "range object", span)) *
            range->step);
  } else if (auto item = class_item(*this, object, index, span)) {
    return std::move(*item);
  }
  if (Value hidden = special_that_may_be(*this, object, span); hidden.is_unknown()) return hidden;
  raise("TypeError", "'" + type_of(object)->name + "' object is not subscriptable", span, object.origin());
}

void Interpreter::set_item(const Value& object, const Value& index, Value value, Span span) {
  if (object.is_unknown()) return;
  if (auto* native = object.as<Native>()) {
    if (native->set_item(*this, index, std::move(value), span)) return;
  } else if (const Value* method = user_method(*this, object, "__setitem__")) {
    call(Value(*method), {object, index, std::move(value)}, span);
    return;
  } else if (auto* dict = object.as<Dict>()) {
    if (index.is_unknown()) {
      note_unknown_key(*this, *dict, index, value, span);
      return;
    }
    (void)hash(index, span);
    if (const Value part = unknown_part(index); part.is_unknown()) note_open_key(*this, *dict, part);
    note_replaced(*this, *dict, index, value, span);
    heap().write(*dict).set(index, std::move(value));
    return;
  } else if (auto* list = object.as<List>()) {
    if (index.is_unknown()) {
      budget().touch(list->items.size(), span);
      for (Value& item : heap().change(*list).items) item = index;
      return;
    }
    if (auto* slice = index.as<SliceObject>()) return set_slice(*list, *slice, value, span);
    const Value at = plain_index(*this, index, span);
    if (at.is_unknown()) return set_item(object, at, std::move(value), span);
    const size_t place = position(*this, at, list->items.size(), "list assignment", span);
    heap().change(*list).items[place] = std::move(value);
    return;
  }
  raise("TypeError", "'" + type_of(object)->name + "' object does not support item assignment", span, object.origin());
}

void Interpreter::set_slice(const List& list, const SliceObject& slice, const Value& value, Span span) {
  std::vector<Value> items = to_vector(value, span);
  const Selection selection = select(*this, slice, static_cast<int64_t>(list.items.size()), span);
  budget().allocate(static_cast<int64_t>((list.items.size() + items.size()) * sizeof(Value)), span);
  if (selection.step == 1) {
    const ListChange change = heap().change(list);
    const auto first = change.items.begin() + selection.start;
    const auto at = change.items.erase(first, first + selection.count);
    change.items.insert(at, items.begin(), items.end());
    return;
  }
  if (static_cast<int64_t>(items.size()) != selection.count)
    raise("ValueError",
          "attempt to assign sequence of size " + std::to_string(items.size()) + " to extended slice of size " +
              std::to_string(selection.count),
          span);
  const ListChange change = heap().change(list);
  for (int64_t i = 0; i < selection.count; ++i)
    change.items[static_cast<size_t>(selection.start + i * selection.step)] = items[static_cast<size_t>(i)];
}

void Interpreter::delete_item(const Value& object, const Value& index, Span span) {
  if (object.is_unknown() || index.is_unknown()) return;
  if (const Value* method = user_method(*this, object, "__delitem__")) {
    call(Value(*method), {object, index}, span);
    return;
  }
  if (auto* native = object.as<Native>()) {
    if (auto pop = native->get_attribute(*this, "pop", span)) {
      call(*pop, {index}, span);
      return;
    }
  }
  if (auto* dict = object.as<Dict>()) {
    (void)dict_item(*this, object, *dict, index, span);
    heap().write(*dict).erase(index);
    return;
  }
  if (auto* list = object.as<List>()) {
    if (auto* slice = index.as<SliceObject>()) {
      const Selection s = select(*this, *slice, static_cast<int64_t>(list->items.size()), span);
      budget().touch(2 * list->items.size(), span);
      std::vector<bool> gone(list->items.size());
      for (int64_t i = 0; i < s.count; ++i) gone[static_cast<size_t>(s.start + i * s.step)] = true;
      std::vector<Value> kept;
      for (size_t i = 0; i < gone.size(); ++i)
        if (!gone[i]) kept.push_back(list->items[i]);
      heap().change(*list).items = std::move(kept);
      return;
    }
    const size_t place = position(*this, index, list->items.size(), "list assignment", span);
    budget().touch((list->items.size() - place) / kMovedAtOnce, span);
    const ListChange change = heap().change(*list);
    change.items.erase(change.items.begin() + static_cast<ptrdiff_t>(place));
    return;
  }
  raise("TypeError", "'" + type_of(object)->name + "' object doesn't support item deletion", span);
}

}  // namespace vramlint::interp
