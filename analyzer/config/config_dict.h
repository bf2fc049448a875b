// A config as Python code sees it: dicts whose keys are attributes too, as mmengine's ConfigDict.
#pragma once

#include "config/config.h"
#include "interp/interpreter.h"

namespace vramlint::config {

/// The Python class. To be called inside guarded(): raises if it cannot be made.
interp::Value make_config_dict_class(interp::Interpreter& interpreter);

/// The `cfg` of recipes: every value in it carries the origin of its key. To be called inside guarded().
interp::Value make_config_object(const Node& root, interp::Interpreter& interpreter);

}  // namespace vramlint::config
