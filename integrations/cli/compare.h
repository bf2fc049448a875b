// Two revisions of a project, set side by side.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/policy.h"
#include "integrations/cli/side.h"
#include "report/comparison.h"

namespace vramlint::cli {

struct CompareOptions {
  ProjectOptions project;
  std::vector<std::string> paths;
  std::string base, head;   ///< head: empty is the working tree
  bool merge_base = false;  ///< base is where head left it
  std::optional<config::Increase> max_increase;
  unsigned jobs = 0;
};

/// A file that the sides have otherwise.
struct ChangedFile {
  std::filesystem::path path;  ///< absolute
  std::string shown;           ///< as the sides display it
  std::optional<std::string> before, after;
};

struct Compared {
  report::Comparison comparison;
  std::unique_ptr<Side> base, head;  ///< own what findings point into
  std::vector<RunResult> runs;       ///< likewise
  std::vector<std::string> unreadable, bugs;
};

/// Throws UsageError.
Compared compare(const CompareOptions& options);

}  // namespace vramlint::cli
