#include "integrations/cli/finding_pairs.h"

#include <algorithm>
#include <map>
#include <string>

namespace vramlint::cli {
namespace {

std::string key_of(const Finding& finding, bool with_line) {
  std::string key = finding.rule + '\n' + finding.config + '\n';
  if (!finding.span) return key;
  key += finding.span.source->path() + '\n';
  if (with_line) key += finding.span.source->line(finding.span.start().line);
  return key;
}

size_t drop_equal(std::vector<Finding>& before, std::vector<Finding>& after, bool with_line) {
  std::map<std::string, size_t> open;
  for (const Finding& finding : before) ++open[key_of(finding, with_line)];
  std::map<std::string, size_t> paired;
  std::erase_if(after, [&](const Finding& finding) {
    const auto found = open.find(key_of(finding, with_line));
    if (found == open.end() || found->second == 0) return false;
    --found->second;
    ++paired[found->first];
    return true;
  });
  return std::erase_if(before, [&](const Finding& finding) {
    const auto found = paired.find(key_of(finding, with_line));
    if (found == paired.end() || found->second == 0) return false;
    --found->second;
    return true;
  });
}

}  // namespace

size_t drop_pairs(std::vector<Finding>& before, std::vector<Finding>& after) {
  const size_t same = drop_equal(before, after, true);
  return same + drop_equal(before, after, false);
}

}  // namespace vramlint::cli
