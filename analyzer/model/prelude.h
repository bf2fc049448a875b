// The embedded Python files.
#pragma once

#include <map>
#include <string_view>

#include "base/source.h"

namespace vramlint::model {

/// By path ("torch/nn/__init__.py"); generated from analyzer/prelude.
const std::map<std::string_view, std::string_view>& prelude_texts();

}  // namespace vramlint::model
