// Whether a text is a literal as `ast.literal_eval` takes it.
#pragma once

#include <string>

namespace vramlint::interp {

/// "literal", "other" for an expression that is none, "invalid" for what is no expression.
std::string literal_form(const std::string& text);

}  // namespace vramlint::interp
