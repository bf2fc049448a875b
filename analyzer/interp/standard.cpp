#include "interp/standard.h"

#include <algorithm>

#include "interp/builtins.h"

namespace vramlint::interp {

namespace {

struct StandardModule {
  std::string_view name;
  void (*fill)(Interpreter&, Dict& names);
};

// Names with a leading underscore serve the prelude's Python files and are no modules of CPython.
constexpr StandardModule kModules[] = {
    {"builtins", fill_builtins_module}, {"math", fill_math_module},
    {"copy", fill_copy_module},         {"os", fill_os_module},
    {"os.path", fill_os_path_module},   {"posixpath", fill_os_path_module},
    {"sys", fill_sys_module},           {"itertools", fill_itertools_module},
    {"_reader", fill_reader_module},    {"_inspect", fill_inspect_module},
    {"_run", fill_unknown_module},      {"_pattern", fill_pattern_module},
};

}  // namespace

bool is_standard_module(std::string_view name) {
  const auto is = [&](const StandardModule& known) { return known.name == name; };
  return std::any_of(std::begin(kModules), std::end(kModules), is) || depends_on_the_run(name);
}

bool fill_standard_module(Interpreter& interpreter, const Module& module) {
  Dict& names = interpreter.heap().dict(module.globals);
  for (const StandardModule& known : kModules) {
    if (known.name != module.name) continue;
    known.fill(interpreter, names);
    return true;
  }
  if (!module.file.empty() || !depends_on_the_run(module.name)) return false;
  fill_run_module(interpreter, names, module.name);
  return true;
}

}  // namespace vramlint::interp
