// `--set key=value` where the key is a literal of a program that is its own config: the program as if it stood there.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "config/project.h"
#include "interp/interpreter.h"

namespace vramlint::config {

using Overrides = std::vector<std::pair<std::string, std::string>>;

/// Texts of programs of the project's recipes, and of the project file where it is the arguments of one that are set,
/// by root-relative path. Keys that a program does not have are no part of them.
std::map<std::string, std::string> with_own_settings(const Project& project, Files& files,
                                                     interp::ParsedModules& parsed, const Overrides& overrides);

/// Those whose keys the program does not have as its own: they are applied as to any config.
Overrides others_than(const Mapping& own, const Overrides& overrides);

}  // namespace vramlint::config
