// The files that a config names as its bases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vramlint::lsp {

struct Link {
  size_t begin = 0, end = 0;  ///< in the text
  std::string target;         ///< relative to the config's folder
};

/// What stands behind `_base_`, and what a config imports below `with read_base():`. By the text alone: whether there
/// are such files is not asked.
std::vector<Link> base_links(std::string_view text);

}  // namespace vramlint::lsp
