// Fixes of findings, put into the files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/finding.h"

namespace vramlint::cli {

struct Patched {
  std::map<const Source*, std::string> texts;  ///< whole new texts, UTF-8
  int fixes = 0;
};

/// Of each finding, in order, the first safe fix, or with `unsafe_too` the first that is safe or unsafe. A fix that
/// overlaps one before it is left out, as a whole. Line ends of inserted text become the file's.
Patched patched(const std::vector<Finding>& findings, bool unsafe_too);

/// Writes the texts to the files they are of, in their encodings. What went wrong, one line each.
std::vector<std::string> write_patched(const Patched& patched, Files& files);

}  // namespace vramlint::cli
