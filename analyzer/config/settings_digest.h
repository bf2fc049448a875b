// A name for what a config sets, whatever file sets it.
#pragma once

#include <string>

#include "config/config.h"

namespace vramlint::config {

/// A Python file, or a command line, whose settings only the program knows that reads it.
bool is_read_by_program(const Config& config);

/// Equal for configs with equal values under equal keys; the order of keys, places and comments do not matter. Empty
/// where a value has no plain form, so that nothing can be said.
std::string settings_digest(const Config& config);

}  // namespace vramlint::config
