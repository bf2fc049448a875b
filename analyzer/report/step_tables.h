// What stands below the pictures of a page: what is held by kind, settings, plans, and all configs beside one another.
#pragma once

#include <string>
#include <vector>

#include "report/step_picture.h"

namespace vramlint::report {

struct HeldKind {
  Category category;
  Bytes bytes;
};

/// What is held at the peak by kind, most first; kinds of which nothing is held are left out.
std::vector<HeldKind> held_kinds(const StepPicture& picture);

/// Empty where nothing is known of either.
std::string settings_table(const PagedConfig& config);
std::string plans_list(const PagedConfig& config);

/// Every config; those with pictures are linked.
std::string overview_table(const std::vector<PagedConfig>& configs);

}  // namespace vramlint::report
