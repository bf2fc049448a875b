#include "config/values.h"

namespace vramlint::config {

namespace {

using interp::Value;

/// The span that covers the values of a container that carries no span of its own (`dict(a=1)`).
Span cover_of(const Node& node) {
  Span covered;
  auto add = [&covered](const Span& span) {
    if (span) covered = covered ? Span::cover(covered, span) : span;
  };
  if (const Mapping* mapping = node.mapping()) {
    for (const Entry& entry : mapping->entries) {
      add(entry.key_span);
      if (!entry.key_span || entry.key_span.source == entry.value.span.source) add(entry.value.span);
    }
  } else if (const Sequence* sequence = node.sequence()) {
    for (const Node& item : sequence->items) add(item.span);
  }
  return covered;
}

}  // namespace

Span FromValue::span_of(const Value& value, Span fallback) const {
  if (value.origin() == 0) return fallback;
  Span found;
  for (const interp::OriginAtom& atom : interpreter.origins().atoms(value.origin())) {
    if (Span span = translate ? translate(atom.span) : atom.span) found = span;
  }
  return found ? found : fallback;
}

bool FromValue::within_limits(int depth, size_t text) {
  text_ += text;
  if (!error.empty()) return false;
  if (depth > limits.depth) error = "is nested deeper than " + std::to_string(limits.depth) + " levels";
  if (++nodes_ > limits.nodes) error = "has more than " + std::to_string(limits.nodes) + " values";
  if (text_ > limits.text) error = "holds more than " + std::to_string(limits.text >> 20) + " MiB of text";
  return error.empty();
}

Node FromValue::node(const Value& value, Span fallback, int depth) {
  Span span = span_of(value, fallback);
  size_t text = value.is_string() ? value.as_string().size() : 0;
  if (!within_limits(depth, text)) return {.value = {}, .span = span};
  switch (value.kind()) {
    case Value::Kind::none:
      return {.value = std::monostate(), .span = span};
    case Value::Kind::boolean:
      return {.value = value.as_bool(), .span = span};
    case Value::Kind::integer:
      return {.value = value.as_int(), .span = span};
    case Value::Kind::real:
      return {.value = value.as_real(), .span = span};
    case Value::Kind::unbound:
    case Value::Kind::ellipsis:
    case Value::Kind::not_implemented:
      return opaque(value, span);
    case Value::Kind::object:
      break;
  }
  return object(value, span, depth);
}

Node FromValue::object(const Value& value, Span span, int depth) {
  if (convert) {
    if (std::optional<Node> converted = convert(value)) {
      if (!converted->span) converted->span = span;
      return std::move(*converted);
    }
  }
  if (value.is_string()) return {.value = std::string(value.as_string()), .span = span};
  bool has_own_span = value.origin() != 0;
  Node node;
  if (const auto* dict = value.as<interp::Dict>()) {
    node = mapping(*dict, span, depth);
  } else if (value.as<interp::List>() || value.as<interp::Tuple>() || value.as<interp::Set>() ||
             value.as<interp::Range>()) {
    node = list(value, span, depth);
  } else if (const auto* instance = value.as<interp::Instance>(); instance && !instance->payload.is_none()) {
    return this->node(instance->payload, span, depth + 1);
  } else {
    return opaque(value, span);
  }
  Span covered = has_own_span ? Span() : cover_of(node);
  node.span = covered ? covered : span;
  return node;
}

Node FromValue::list(const Value& value, Span fallback, int depth) {
  Sequence sequence;
  auto add = [&](const Value& item) {
    if (error.empty()) sequence.items.push_back(node(item, fallback, depth + 1));
  };
  if (const auto* list = value.as<interp::List>()) {
    for (const Value& item : list->items) add(item);
  } else if (const auto* tuple = value.as<interp::Tuple>()) {
    sequence.is_tuple = true;
    for (const Value& item : tuple->items) add(item);
  } else if (const auto* set = value.as<interp::Set>()) {
    for (const interp::Dict::Entry& item : set->table.entries()) {
      if (item.live) add(item.key);
    }
  } else if (const auto* range = value.as<interp::Range>()) {
    for (int64_t i = 0; i < range->length() && error.empty(); ++i) add(Value::integer(range->start + i * range->step));
  }
  return {.value = std::move(sequence), .span = fallback};
}

Node FromValue::mapping(const interp::Dict& dict, Span span, int depth) {
  Mapping mapping;
  mapping.entries.reserve(dict.size());
  for (const interp::Dict::Entry& item : dict.entries()) {
    if (!item.live) continue;
    if (!error.empty()) break;
    mapping.entries.push_back(entry(item.key, item.value, span, depth));
  }
  return {.value = std::move(mapping), .span = span};
}

Entry FromValue::entry(const Value& key, const Value& value, Span fallback, int depth) {
  Entry entry;
  entry.key_span = span_of(key, {});
  if (key.is_string()) {
    entry.key = std::string(key.as_string());
  } else if (key.is_int()) {
    entry.kind = Entry::KeyKind::integer;
    entry.key = std::to_string(key.as_int());
  } else {
    entry.kind = Entry::KeyKind::other;
    entry.key = to_json({.value = node(key, fallback, depth + 1).value});
  }
  within_limits(depth, entry.key.size());
  entry.value = node(value, entry.key_span ? entry.key_span : fallback, depth + 1);
  return entry;
}

Node FromValue::opaque(const Value& value, Span span) {
  Opaque opaque;
  if (const auto* unknown = value.as<interp::UnknownValue>()) {
    opaque = {.text = "<unknown>", .reason = unknown->info.reason};
    unknowns.push_back({unknown->info.reason, span});
  } else if (const auto* cls = value.as<interp::Class>()) {
    opaque = {.text = cls->module.empty() ? cls->name : cls->module + "." + cls->name, .reason = "a class"};
  } else if (const auto* function = value.as<interp::FunctionObject>()) {
    opaque = {.text = function->qualified_name, .reason = "a function"};
  } else if (const auto* module = value.as<interp::Module>()) {
    opaque = {.text = module->name, .reason = "a module"};
  } else {
    std::string type = interpreter.type_of(value) ? interpreter.type_of(value)->name : "object";
    opaque = {.text = "<" + type + ">", .reason = "a value of type " + type};
  }
  return {.value = std::move(opaque), .span = span};
}

}  // namespace vramlint::config
