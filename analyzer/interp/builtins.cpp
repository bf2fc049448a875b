#include "interp/builtins.h"

#include "interp/builtins_parts.h"

namespace vramlint::interp {

ClassTable make_builtin_classes(Interpreter& interpreter) {
  ClassMaker maker(interpreter);
  make_object_classes(maker);
  make_number_classes(maker);
  make_text_classes(maker);
  make_container_classes(maker);
  make_iterator_classes(maker);
  make_exception_classes(maker);
  return maker.take();
}

namespace {

// Classes that programs reach only through type().
bool is_hidden(const std::string& name) {
  constexpr std::string_view kHidden[] = {
      "NoneType",  "ellipsis", "NotImplementedType", "cell",      "module",    "builtin_function_or_method",
      "function",  "method",   "iterator",           "generator", "dict_keys", "dict_values",
      "dict_items"};
  for (std::string_view hidden : kHidden) {
    if (name == hidden) return true;
  }
  return name == "UnknownIteration";
}

}  // namespace

void install_builtins(Interpreter& interpreter, Dict& names) {
  for (const auto& [name, cls] : interpreter.impl().classes) {
    if (!is_hidden(name)) names.set(std::string_view(name), cls);
  }
  for (const char* alias : {"IOError", "EnvironmentError"})
    names.set(alias, Value(interpreter.builtin_class("OSError")));
  names.set("NotImplemented", Value::not_implemented());
  names.set("Ellipsis", Value::ellipsis());
  names.set("__debug__", Value::boolean(true));
  names.set("__name__", Value::string("builtins"));
  install_object_functions(interpreter, names);
  install_number_functions(interpreter, names);
  install_iteration_functions(interpreter, names);
  install_world_functions(interpreter, names);
  install_eval(interpreter, names);
  install_matching_functions(interpreter, names);
}

}  // namespace vramlint::interp
