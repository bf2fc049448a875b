// What users say in comments about findings, in YAML, Python and shell:
//
//   batch_size: 64  # vramlint: ignore[peak-memory-near-device] runs on the large cards
//   # vramlint: ignore-file[unused-config-key] read by the evaluation
//
// The first, at the end of a line or alone above one, silences the rules there; the second, in a file's head, in the
// whole file. Both name their rules.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rule.h"

namespace vramlint {

struct Suppression {
  struct Name {
    std::string text;
    const Rule* rule = nullptr;  ///< none: no rule is called that
    bool used = false;
    bool idle = false;  ///< known to silence nothing
  };
  std::vector<Name> names;
  std::string reason;
  Span comment;  ///< from its `#`
  Span list;     ///< between the brackets
  bool alone = false, whole_file = false;
  int line = 0;  ///< whose findings are silenced; 0 for a whole file
};

/// Of one file, in order of the text. What is wrong with them is reported as `invalid-suppression`.
std::vector<Suppression> suppressions_of(const Source& source, std::span<const Rule* const> rules, Findings& findings);

/// Takes the idle names out; where none is left the comment goes, and its line where it stands alone.
Edit without_idle(const Suppression& suppression);

}  // namespace vramlint
