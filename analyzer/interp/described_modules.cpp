#include "interp/described_modules.h"

namespace vramlint::interp {

bool is_described_in_part(const Value& module) {
  const auto* described = module.as<Module>();
  return described && described->file.starts_with("<vramlint>/") &&
         !described->globals.as<Dict>()->find(std::string_view("__complete__"));
}

}  // namespace vramlint::interp
