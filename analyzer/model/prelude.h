// The embedded Python files.
#pragma once

#include <map>
#include <string_view>

#include "base/source.h"

namespace vramlint::model {

struct PreludeFile {
  std::string_view text;
  std::string_view tree;  ///< as syntax/tree_archive.h writes them
};

/// By path ("torch/nn/__init__.py"); generated from analyzer/prelude.
const std::map<std::string_view, PreludeFile>& prelude_files();

}  // namespace vramlint::model
