// What an analysis says, as plain data with the client's places: it outlives the texts that it speaks of.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/outcome.h"
#include "integrations/lsp/documents.h"

namespace vramlint::lsp {

struct FileEdit {
  std::string path;  ///< absolute
  Range range;
  std::string text;
  bool operator==(const FileEdit&) const = default;
};

struct MarkedFix {
  std::string title;
  Safety safety = Safety::display;
  std::vector<FileEdit> edits;
};

struct Marked {
  std::string path;  ///< absolute, of the file it stands in
  Range range;
  Json diagnostic;  ///< with all that a client may know
  std::vector<MarkedFix> fixes;
};

/// Of one config.
struct Report {
  std::string path;
  bool is_config = false;
  std::string headline;  ///< "≈ 20.1 GiB peak of 23.7 GiB (85 %)"; empty where nothing is known
  std::string overview;  ///< Markdown
  std::vector<Marked> findings;
  bool is_whole = true;  ///< else rules are put off
  std::string bug;
};

/// How paths of sources become the client's.
class Marker {
 public:
  /// `names`: of open files by their resolved path.
  Marker(const Files& files, Unit unit, const std::map<std::string, std::string>& names)
      : files_(files), unit_(unit), names_(names) {}

  Marked mark(const Finding& finding);
  std::string path_of(const Source& source) const;
  Range range_of(const Span& span);

 private:
  Json related(const Finding& finding);
  MarkedFix fix(const Fix& fix);

  const Files& files_;
  Unit unit_;
  const std::map<std::string, std::string>& names_;
  std::map<const Source*, Positions> positions_;
};

/// Of the rule's page.
std::string page_of(std::string_view rule);

std::string headline_of(const ConfigOutcome& outcome);
/// The verdict, a table of what the peak consists of, and what holds most of it.
std::string overview_of(const ConfigOutcome& outcome);

}  // namespace vramlint::lsp
