// Settings that stand in a program itself, which has no config beside it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "config/config.h"
#include "config/experiment.h"
#include "syntax/python.h"

namespace vramlint::config {

/// Literals of a program by the names that their readers know them by: keywords of what makes or loads an object
/// (`TrainingArguments.bf16`; the line behind an @ where the name is there already), defaults of command-line options
/// and of annotated attributes, and names that a module sets once at its top level.
Mapping own_settings(const syntax::PythonModule& module);

/// Options that the program is started with (`--batch-size 8`, `--amp=true`): they hold, whatever its defaults are.
void set_options(Mapping& settings, const Program& program);

/// The dotted keys of such a tree by where their values begin.
std::unordered_map<uint32_t, std::string> keys_by_place(const Mapping& settings);

}  // namespace vramlint::config
