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
  int alternatives = 0;  ///< left out, for another one of their config saves memory by changing training
};

/// Of each finding, in order, the first safe fix, or with `unsafe_too` the first that is safe or unsafe. A fix that
/// overlaps one before it is left out, as a whole; of those that change a config's training to save memory, each of
/// which was tried alone, one is put in. Line ends of inserted text become the file's.
Patched patched(const std::vector<Finding>& findings, bool unsafe_too);

/// Writes the texts to the files they are of, in their encodings. What went wrong, one line each.
std::vector<std::string> write_patched(const Patched& patched, Files& files);

}  // namespace vramlint::cli
