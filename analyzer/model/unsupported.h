// Where the interpretation of a model ends, for what it uses is not modelled.
#pragma once

#include <string>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::model {

/// A construct or operator that we do not know. Not a Python exception: no `except` of the user's may hide it.
struct Unsupported {
  std::string message;
  Span span;
  std::vector<Span> calls;
};

/// Was this text written by us? Then the line of interest is its caller's.
bool is_prelude(const Source* source);
/// The program's own, or a library's training loop that the prelude has in place of its source.
bool is_of_program(const Source* source);

/// The innermost line of the user's source that is being executed.
Span user_span(interp::Interpreter& interpreter);

[[noreturn]] void unsupported(interp::Interpreter& interpreter, std::string message);

}  // namespace vramlint::model
