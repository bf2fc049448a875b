// Python's complex numbers, which our description of them makes.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// Of what `complex(...)` is given; an Unknown where nothing is described.
inline Value complex_number(Interpreter& interpreter, Arguments arguments) {
  const World& world = interpreter.world();
  const Span span = arguments.span;
  if (!world.prelude || !world.prelude->find("vramlint_complex.py")) return Value::unknown("a complex number", span);
  const Value make = interpreter.get_attribute(interpreter.import("vramlint_complex", span), "made", span);
  return interpreter.call(make, std::move(arguments));
}

}  // namespace vramlint::interp
