// Environment variables of which the analysis does not know what they hold. Private to this room.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What a session of a user has, wherever it is.
inline bool is_always_set(const Value& name) {
  constexpr std::array<std::string_view, 4> kNames = {"HOME", "USER", "PATH", "PWD"};
  return name.is_string() && std::find(kNames.begin(), kNames.end(), name.as_string()) != kNames.end();
}

inline Value of_session(const Value& name, const Span& span) {
  return Value::unknown("environment variable " + std::string(name.as_string()) + " depends on the run", span);
}

inline Value not_said(Interpreter& interpreter, const Value& name, const Span& span) {
  return Value::unknown(
      "environment variable " + interpreter.str(name) + " is not known; `environment:` in vramlint.yaml says it", span);
}

}  // namespace vramlint::interp
