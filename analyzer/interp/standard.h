// The modules of the standard library that are written in C++, each filled by one function. Private to this room.
#pragma once

#include "interp/builtins_arguments.h"

namespace vramlint::interp {

void fill_builtins_module(Interpreter& interpreter, Dict& names);
void fill_math_module(Interpreter& interpreter, Dict& names);
void fill_copy_module(Interpreter& interpreter, Dict& names);
void fill_os_module(Interpreter& interpreter, Dict& names);
void fill_os_path_module(Interpreter& interpreter, Dict& names);
void fill_sys_module(Interpreter& interpreter, Dict& names);
void add_streams(Dict& names);  // of sys
void fill_itertools_module(Interpreter& interpreter, Dict& names);
void fill_reader_module(Interpreter& interpreter, Dict& names);   // _reader: YAML and JSON texts to values
void fill_inspect_module(Interpreter& interpreter, Dict& names);  // _inspect: a function's parameters
void fill_pattern_module(Interpreter& interpreter, Dict& names);  // _pattern: regular expressions
void fill_unknown_module(Interpreter& interpreter, Dict& names);  // _run: Unknowns, and what is installed

bool is_standard_module(std::string_view name);

/// A function whose result is Unknown.
BuiltinFunction run_dependent(std::string name);

bool depends_on_the_run(std::string_view module);
void fill_run_module(Interpreter& interpreter, Dict& names, std::string_view module);

}  // namespace vramlint::interp
