// Paths that a program which starts afresh is taken not to find: checkpoints, logs. What it refuses to go on without is
// its data, and there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "interp/interpreter.h"
#include "syntax/python.h"

namespace vramlint::interp {

/// A path that was taken not to be there.
struct Absence {
  std::string path;  ///< as it is said
  Span span;         ///< that asked for it
};
using Absences = std::vector<Absence>;

void note_once(Interpreter& interpreter, Assumption assumption);
void assume_absent(Interpreter& interpreter, const std::string& path, const Span& span);
/// The program has been seen to end without it, at a place that asks for no path itself: noted.
bool is_supposed_there(Interpreter& interpreter, const std::string& path, const Span& span);
/// A script that is not the program's lies beside it and names it, as `prepare.py` does what it makes of the raw data:
/// noted.
bool is_prepared(Interpreter& interpreter, const std::filesystem::path& path, const Span& span);
const Absences& absences(Interpreter& interpreter);

/// A condition that may go by what is not there: made before it is evaluated.
class AskedForPaths {
 public:
  explicit AskedForPaths(Interpreter& interpreter);
  bool asked() const;
  /// It did, and where it goes this way the program stops, its data set stays empty, or it fetches what the other arm
  /// reads: then the path is there, which is noted.
  bool are_there(const syntax::Body& arm, const syntax::Body& other, const Span& span) const;
  bool are_there(const Span& assertion) const;

 private:
  bool are_there(const Span& span, std::string_view why) const;

  Interpreter& interpreter_;
  const size_t before_;
  const size_t noted_;
};

}  // namespace vramlint::interp
