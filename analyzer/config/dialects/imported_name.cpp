#include "config/dialects/imported_name.h"

namespace vramlint::config {

namespace {

constexpr std::string_view kNameReason = "a name imported in a `read_base()` config";
constexpr std::string_view kModuleReason = "a module imported in a `read_base()` config";

}  // namespace

std::optional<Node> imported_name_to_node(const interp::Value& value) {
  const auto* name = value.as_native<ImportedName>();
  if (!name) return std::nullopt;
  return Node{.value =
                  Opaque{.text = name->path, .reason = std::string(name->is_module ? kModuleReason : kNameReason)}};
}

std::optional<interp::Value> imported_name_to_value(const Opaque& opaque) {
  if (opaque.reason != kNameReason && opaque.reason != kModuleReason) return std::nullopt;
  return interp::Value(new ImportedName(opaque.text, opaque.reason == kModuleReason));
}

void imported_names_to_strings(Node& node) {
  if (Mapping* mapping = node.mapping()) {
    for (Entry& entry : mapping->entries) imported_names_to_strings(entry.value);
  } else if (Sequence* sequence = node.sequence()) {
    for (Node& item : sequence->items) imported_names_to_strings(item);
  } else if (const auto* opaque = std::get_if<Opaque>(&node.value)) {
    // mmengine writes an object as its module and its name, and a module's name is its path.
    if (opaque->reason == kModuleReason) {
      node.value = opaque->text + "." + opaque->text;
    } else if (opaque->reason == kNameReason) {
      std::string text = opaque->text;
      node.value = std::move(text);
    }
  }
}

}  // namespace vramlint::config
