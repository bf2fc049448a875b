// Names that a `read_base()` config imports and that are never loaded.
#pragma once

#include <optional>
#include <string>

#include "config/config.h"
#include "interp/interpreter.h"

namespace vramlint::config {

/// A class or function that a `read_base()` config imports: its dotted name is all that is known.
struct ImportedName : interp::Native {
  ImportedName(std::string p, bool m) : path(std::move(p)), is_module(m) {}
  std::string_view type_name() const override { return "LazyObject"; }
  std::optional<interp::Value> get_attribute(interp::Interpreter&, std::string_view name, Span) override {
    return interp::Value(new ImportedName(path + "." + std::string(name), false));
  }
  const std::string path;  ///< "torch.optim.SGD"
  const bool is_module;
};

/// As Opaque while files are merged, as a string in the end, as mmengine's to_dict() writes them.
std::optional<Node> imported_name_to_node(const interp::Value& value);
std::optional<interp::Value> imported_name_to_value(const Opaque& opaque);
void imported_names_to_strings(Node& node);

}  // namespace vramlint::config
