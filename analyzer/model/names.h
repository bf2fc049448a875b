// What the expressions of a recipe may name.
#pragma once

#include "config/config.h"
#include "config/experiment.h"
#include "interp/interpreter.h"

namespace vramlint::model {

/// `cfg`, and float32 and the other dtypes for tensor specs.
interp::Value make_names(interp::Interpreter& interpreter, const config::Config& config);

/// Imports the modules that the expression's dotted names begin with (`src.models` of `src.models.get_model(…)`).
/// Throws Failed where one cannot be imported.
void import_names(interp::Interpreter& interpreter, const config::Expression& expression, interp::Dict& names);

/// Evaluates it with these names; throws Failed.
interp::Value evaluate(interp::Interpreter& interpreter, const config::Expression& expression,
                       const interp::Value& names);

/// The same for an expression that makes no model: a name of nothing in it is an invalid value, no missing model.
interp::Value evaluate_setting(interp::Interpreter& interpreter, const config::Expression& expression,
                               const interp::Value& names);

}  // namespace vramlint::model
