#include "integrations/cli/finding_pairs.h"

#include <algorithm>

namespace vramlint::cli {
namespace {

using Renamed = std::map<std::string, std::string>;

const std::string& renamed_path(const std::string& path, const Renamed& renamed) {
  const auto found = renamed.find(path);
  return found == renamed.end() ? path : found->second;
}

std::string key_of(const Finding& finding, bool with_line, const Renamed& renamed = {}) {
  std::string key = finding.rule + '\n' + renamed_path(finding.config, renamed) + '\n';
  if (!finding.span) return key;
  key += renamed_path(finding.span.source->path(), renamed) + '\n';
  if (with_line) key += finding.span.source->line(finding.span.start().line);
  return key;
}

size_t drop_equal(std::vector<Finding>& before, std::vector<Finding>& after, bool with_line, const Renamed& renamed) {
  std::map<std::string, size_t> open;
  for (const Finding& finding : before) ++open[key_of(finding, with_line, renamed)];
  std::map<std::string, size_t> paired;
  std::erase_if(after, [&](const Finding& finding) {
    const auto found = open.find(key_of(finding, with_line));
    if (found == open.end() || found->second == 0) return false;
    --found->second;
    ++paired[found->first];
    return true;
  });
  return std::erase_if(before, [&](const Finding& finding) {
    const auto found = paired.find(key_of(finding, with_line, renamed));
    if (found == paired.end() || found->second == 0) return false;
    --found->second;
    return true;
  });
}

}  // namespace

size_t drop_pairs(std::vector<Finding>& before, std::vector<Finding>& after, const Renamed& renamed) {
  const size_t same = drop_equal(before, after, true, renamed);
  return same + drop_equal(before, after, false, renamed);
}

}  // namespace vramlint::cli
