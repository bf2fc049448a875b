// A parsed module as bytes, so that what ships with the program need not be parsed again.
#pragma once

#include <string>
#include <string_view>

#include "syntax/python.h"

namespace vramlint::syntax {

/// Of a module without problems.
std::string write_tree(const PythonModule& module);

/// What `write_tree` made of a parse of `source`. Bytes of anything else are a CHECK.
std::shared_ptr<const PythonModule> read_tree(std::string_view bytes, const Source& source);

}  // namespace vramlint::syntax
