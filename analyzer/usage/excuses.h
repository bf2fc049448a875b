// Keys that something else than the program uses.
#pragma once

#include "usage/keys.h"
#include "usage/usage.h"

namespace vramlint::usage {

/// What the recipe's `inputs` and `targets` name: they stand for data that no program shows.
void excuse_inputs(const config::Experiment& experiment, Keys& keys);
/// Names that a config of Python's uses itself: their values are used where it puts them.
void excuse_own_names(const config::Config& config, Context& context, Keys& keys);

}  // namespace vramlint::usage
