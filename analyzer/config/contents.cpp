#include "config/contents.h"

#include <charconv>

#include "config/values.h"

namespace vramlint::config {

namespace {

using interp::Value;

/// `--set key=value` as it took effect in the tree.
struct Assignment {
  std::string_view key;
  Span key_span;
  const Node* value;
};

std::vector<Assignment> assignments_of(const Config& config) {
  std::vector<Assignment> found;
  for (const auto& text : config.overrides) {
    const auto end = static_cast<uint32_t>(text->text().find('='));
    const std::string_view key = std::string_view(text->text()).substr(0, end);
    const Node* value = config.root.find_path(key);
    if (value && value->span.source == text.get()) found.push_back({key, Span{text.get(), 0, end}, value});
  }
  return found;
}

/// An item that is there already.
Value* item_of(const interp::List& list, std::string_view part) {
  size_t index = 0;
  auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), index);
  const bool whole = code == std::errc() && end == part.data() + part.size();
  return whole && index < list.items.size() ? &interp::Heap::unseen(list).items[index] : nullptr;
}

class Setter {
 public:
  Setter(interp::Interpreter& interpreter, const Assignment& assignment)
      : interpreter_(interpreter), assignment_(assignment) {}

  /// Does nothing where the file's values are not of the shape.
  void set(Value& inside, size_t begin) const {
    const size_t dot = assignment_.key.find('.', begin);
    const std::string_view part = assignment_.key.substr(begin, dot - begin);
    Value* place = nullptr;
    if (auto* list = inside.as<interp::List>()) place = item_of(*list, part);
    if (auto* dict = inside.as<interp::Dict>()) place = entry_of(interpreter_.heap().write(*dict), part, dot);
    if (!place) return;
    if (dot != std::string_view::npos) return set(*place, dot + 1);
    *place = ToValue(interpreter_).value(*assignment_.value, std::string(assignment_.key));
  }

 private:
  Value* entry_of(interp::Dict& dict, std::string_view part, size_t end) const {
    if (Value* found = dict.find(part)) return found;
    const std::string path(assignment_.key.substr(0, end));
    const interp::Origin origin = interpreter_.origins().atom({path, assignment_.key_span});
    dict.set(Value::string(std::string(part)).with_origin(origin), Value(new interp::Dict).with_origin(origin));
    return dict.find(part);
  }

  interp::Interpreter& interpreter_;
  const Assignment& assignment_;
};

}  // namespace

std::function<Value(interp::Interpreter&, const Source&, Value)> contents_for_programs(const Config& config) {
  if (config.overrides.empty() || config.root.span.source != config.source) return {};
  return [&config](interp::Interpreter& interpreter, const Source& file, Value written) {
    if (&file != config.source) return written;
    for (const Assignment& assignment : assignments_of(config)) Setter(interpreter, assignment).set(written, 0);
    return written;
  };
}

}  // namespace vramlint::config
