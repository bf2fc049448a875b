#include "config/values.h"

namespace vramlint::config {

using interp::Value;

namespace {

struct Scalar {
  Value operator()(std::monostate) const { return Value::none(); }
  Value operator()(bool value) const { return Value::boolean(value); }
  Value operator()(int64_t value) const { return Value::integer(value); }
  Value operator()(double value) const { return Value::real(value); }
  Value operator()(const std::string& value) const { return Value::string(value); }
  Value operator()(const Sequence&) const { return {}; }
  Value operator()(const Mapping&) const { return {}; }
  Value operator()(const Opaque&) const { return {}; }
};

std::string join(const std::string& parent, std::string_view key) {
  return parent.empty() ? std::string(key) : parent + "." + std::string(key);
}

Value key_value(const Entry& entry, interp::Origins& origins) {
  Value key = Value::string(entry.key);
  if (entry.kind == Entry::KeyKind::integer) key = Value::integer(std::stoll(entry.key));
  if (entry.kind == Entry::KeyKind::other) {
    if (entry.key == "null") key = Value::none();
    if (entry.key == "true" || entry.key == "false") key = Value::boolean(entry.key == "true");
  }
  return entry.key_span ? std::move(key).with_origin(origins.atom({"", entry.key_span})) : key;
}

}  // namespace

Value ToValue::value(const Node& node, const std::string& key) {
  return bare(node, key).with_origin(interpreter.origins().atom({key, node.span}));
}

Value ToValue::bare(const Node& node, const std::string& key) {
  if (const Mapping* map = node.mapping()) return mapping(*map, key);
  if (const Sequence* sequence = node.sequence()) {
    std::vector<Value> items;
    items.reserve(sequence->items.size());
    for (const Node& item : sequence->items) items.push_back(value(item, join(key, std::to_string(items.size()))));
    return sequence->is_tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
  }
  if (const Opaque* opaque = std::get_if<Opaque>(&node.value)) {
    if (convert) {
      if (std::optional<Value> converted = convert(*opaque, node.span)) return std::move(*converted);
    }
    return Value::unknown("`" + key + "` is " + opaque->text + ": " + opaque->reason, node.span);
  }
  return std::visit(Scalar{}, node.value);
}

Value ToValue::mapping(const Mapping& mapping, const std::string& key) {
  auto* dict = new interp::Dict();
  Value plain(dict);
  for (const Entry& entry : mapping.entries) {
    dict->set(key_value(entry, interpreter.origins()), value(entry.value, join(key, entry.key)));
  }
  if (!mapping_class) return plain;
  return interpreter.make_instance(mapping_class, std::move(plain));
}

Value to_value(const Node& node, interp::Interpreter& interpreter) {
  ToValue conversion(interpreter);
  return conversion.value(node);
}

}  // namespace vramlint::config
