// The built-in classes, functions and standard modules.
#pragma once

#include <string>
#include <unordered_map>

#include "base/text_hash.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

using ClassTable = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;  ///< by name; each a Class

/// Makes object, type, int, float, bool, str, bytes, list, tuple, dict, set, frozenset, slice, range, NoneType,
/// ellipsis, function, builtin_function_or_method, method, module, generator, iterator, property, classmethod,
/// staticmethod, super, cell and the exception hierarchy, with their methods: `[].append` is list's attribute "append",
/// a Builtin that takes the list as positional[0]. Called once, before anything else runs.
ClassTable make_builtin_classes(Interpreter& interpreter);

/// print, len, isinstance, … and the classes, by the names every module sees.
void install_builtins(Interpreter& interpreter, Dict& names);

/// Fills a module of the standard library written in C++ (math, os.path, functools, yaml, json, …); false if it is
/// none. Modules that can be said in Python are prelude files instead (enum.py, dataclasses.py, …).
bool fill_standard_module(Interpreter& interpreter, const Module& module);

}  // namespace vramlint::interp
