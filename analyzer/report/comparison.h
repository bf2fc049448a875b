// What a change does to configs: two outcomes set side by side, and their writers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/outcome.h"
#include "report/report.h"

namespace vramlint::report {

/// An edit, and what it adds to the peak.
struct Cause {
  std::string file;
  int line = 0;                ///< of the new text, where there is one; 0: the file as a whole
  std::string was, is;         ///< the edited lines where they are few; empty: there are none
  std::optional<Bytes> added;  ///< may be below zero; none: without it there is no estimate to compare with
};

/// What a config's peak may grow by.
struct IncreaseLimit {
  Bytes most;
  std::string message;  ///< the project's own
  bool exceeded = false;
};

struct ConfigChange {
  std::string path, recipe;
  std::string old_path;                        ///< where the old side has it under another; else empty
  std::optional<ConfigOutcome> before, after;  ///< none: it was, or is, no config
  std::vector<Cause> causes;                   ///< of another peak or status, most first; none: not known
  bool together = false;                       ///< no edit alone does it: the causes are those that may
  std::optional<IncreaseLimit> limit;          ///< where it was a config and is one
};

struct FileChange {
  enum class Kind : uint8_t { added, deleted, modified } kind = Kind::modified;
  std::string path;
};

struct Revision {
  Words name;          ///< as it was asked for; "the working tree"
  std::string commit;  ///< empty: of the working tree
};

struct Comparison {
  Revision base, head;
  std::vector<FileChange> files;      ///< that differ
  std::vector<ConfigChange> configs;  ///< that may depend on them, by path
  size_t untouched = 0;               ///< further configs
  std::vector<Finding> found, gone;   ///< findings that one side alone has
  size_t remaining = 0;               ///< findings that both have
};

/// The peak of the process as it is shown: the most likely figure, of what is known in part the lower bound.
Bytes peak_figure(const ConfigOutcome& config);
/// The figure after less the figure before; none where a side has none.
std::optional<Bytes> increase(const ConfigChange& change);
/// Whether the two figures leave out the same: else the increase is no more than a hint.
bool is_comparable(const ConfigChange& change);
/// Whether its peak, status or verdict is another.
bool is_moved(const ConfigChange& change);

/// Those that have moved: what no longer fits or is lost first, then the largest changes.
std::vector<const ConfigChange*> moved_changes(const Comparison& comparison);
/// What people are shown of them; the rest is counted.
inline constexpr size_t kMostChanges = 40;
/// Whether the same edits do it, by as much or not.
bool same_edits(const ConfigChange& lhs, const ConfigChange& rhs);

/// "+11.6 GiB", "-512 MiB", "+0 B"
std::string signed_text(Bytes size);
/// "+11.6 GiB: 68.4 GiB to 80.0 GiB of 79.1 GiB, no longer fits a100-80gb", "new: needs 3.10 GiB, fits …".
Words change_text(const ConfigChange& change);
/// "config/a.yaml", "config/a.yaml (was config/b.yaml)"
Words config_text(const ConfigChange& change, const Context& context);
/// "config/a.yaml:3 `batch: 16` → `batch: 32`", without what could steer a terminal.
std::string edit_text(const Cause& cause, const Context& context);
/// "2 configs: 1 needs more, 1 as before; 1 new error, 2 findings gone."
Words comparison_summary(const Comparison& comparison);
/// "the working tree against main (0123456)"
Words sides_text(const Comparison& comparison);

std::string write_comparison_text(const Comparison& comparison, const Context& context);
std::string write_comparison_json(const Comparison& comparison, const Context& context);
std::string write_comparison_markdown(const Comparison& comparison, const Context& context);
std::string write_comparison_html(const Comparison& comparison, const Context& context);

}  // namespace vramlint::report
