#include "interp/standard.h"

#include "interp/builtins.h"

namespace vramlint::interp {

namespace {

struct StandardModule {
  std::string_view name;
  void (*fill)(Interpreter&, Dict& names);
};

constexpr StandardModule kModules[] = {
    {"builtins", fill_builtins_module},
};

}  // namespace

bool fill_standard_module(Interpreter& interpreter, Module& module) {
  for (const StandardModule& known : kModules) {
    if (known.name != module.name) continue;
    known.fill(interpreter, *static_cast<Dict*>(module.globals.object()));
    return true;
  }
  return false;
}

}  // namespace vramlint::interp
