// `{{ … }}` in configs: file names, environment variables, values of the bases.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/unknown.h"
#include "config/config.h"
#include "config/dialects/rewritten.h"

namespace vramlint::config {

struct Templates {
  std::vector<Replacement> replacements;
  std::vector<Assumption> assumptions;  ///< defaults taken for environment variables, which are not read
  std::vector<Unknown> unknowns;        ///< environment variables without a default
  bool uses_bases = false;
};

/// `file`: the config's absolute path, which `{{ fileDirname }}` and its like are made of.
Templates find_templates(const Source& source, const std::filesystem::path& file);

/// A string that stands for `{{ _base_.a.b }}` until the bases are known: its dotted path, else empty.
std::string_view base_placeholder(std::string_view text);

/// Puts the bases' values in the place of their placeholders; a string with another template left in it becomes an
/// Opaque. False: `missing` has no value in the bases, at `where`.
bool substitute_bases(Node& node, const Node& bases, std::string& missing, Span& where);

}  // namespace vramlint::config
