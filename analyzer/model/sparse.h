// Sparse tensors are classes of the prelude (torch/_sparse.py), which say what the operators make of them.
#pragma once

#include "model/device.h"

namespace vramlint::model {

/// Whether one of the arguments, or of the tensors in a list, is sparse.
bool takes_sparse(const interp::Arguments& arguments);

interp::Value apply_to_sparse(interp::Interpreter& interpreter, std::string_view python_name,
                              interp::Arguments& arguments);

}  // namespace vramlint::model
