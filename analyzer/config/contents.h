// What a program finds in the config's own file where the command line sets some of its keys.
#pragma once

#include <functional>

#include "config/config.h"
#include "interp/interpreter.h"

namespace vramlint::config {

/// For World::contents: the file's values with those of `--set` in their places, which know that they are from there.
/// Empty where nothing is set, or where the config is not what its file holds. The config must outlive it.
std::function<interp::Value(interp::Interpreter&, const Source&, interp::Value)> contents_for_programs(
    const Config& config);

}  // namespace vramlint::config
