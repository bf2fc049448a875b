// Which edit moves a config's peak: the new side is estimated again with one edit taken back at a time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "integrations/cli/compare.h"

namespace vramlint::cli {

struct CauseTerms {
  const CompareOptions& options;
  const std::vector<ChangedFile>& files;
  const std::vector<FileAtRevision>& head;             ///< how the new side differs from the disk
  std::map<std::string, std::set<std::string>> parts;  ///< of a config, by path: displayed paths, of both sides
  std::set<std::string> programs;  ///< changed files that programs read: any config may hang on them
};

/// Fills in the causes of configs that have moved. A few hundred estimates at most: the largest moves come first, and
/// what is left over names the edits that may have done it.
void find_causes(const CauseTerms& terms, Side& head, std::vector<report::ConfigChange>& changes);

}  // namespace vramlint::cli
