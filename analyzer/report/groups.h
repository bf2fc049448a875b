// Findings as a reader is told them. What is wrong on one line of a shared file is wrong for every config that uses the
// file: that is one finding with the configs' names, not one a config.
#pragma once

#include <string_view>
#include <vector>

#include "base/finding.h"
#include "report/report.h"

namespace vramlint::report {

struct Group {
  Finding finding;                        ///< the first, with the related places of all
  std::vector<std::string_view> configs;  ///< each once, in the findings' order
};

/// In the order of their first findings. One group: equal rule, level, place, message and fixes. The names point into
/// `findings`.
std::vector<Group> groups_of(const std::vector<Finding>& findings);

/// The configs to name beside the finding's place: a few, and how many more there are.
struct Named {
  std::vector<std::string_view> configs;
  size_t more = 0;
  size_t total() const { return configs.size() + more; }
};
/// None where the finding stands in its only config.
Named named(const Group& group);

/// "in a.yaml", "in 10 configs: a.yaml, b.yaml, c.yaml and 7 more"; empty where none is to be named.
std::string in_configs(const Group& group, const Context& context);

}  // namespace vramlint::report
