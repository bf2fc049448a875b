// What importing modules assumes and costs, told apart from what the program itself does.
#pragma once

#include "interp/impl.h"

namespace vramlint::interp {

/// How many modules there are that have a source.
size_t modules_with_source(const Interpreter::Impl& impl);

/// Notes what the body of a module assumes for as long as it lives.
class ImportRecord {
 public:
  explicit ImportRecord(Interpreter::Impl& impl);
  ~ImportRecord();
  ImportRecord(const ImportRecord&) = delete;
  ImportRecord& operator=(const ImportRecord&) = delete;

 private:
  Interpreter::Impl& impl_;
  const bool inside_another_;
  const size_t first_;
};

/// `try: import x`, or find_spec("x"), of a package of which nobody says whether it is there.
/// Whether a described package is not there: it is said so, or the program has its own way without what we have little
/// of, which is noted.
bool goes_without(Interpreter& interpreter, const std::string& package, const Span& span);
void assume_missing(Interpreter& interpreter, const std::string& package, const Span& span);
/// Those that it was assumed of, each once, what modules assumed that are not used among them.
std::vector<std::string> taken_as_missing(Interpreter& interpreter);

/// Likewise, of one that a description of ours stands for and that programs can do without.
void assume_present(Interpreter& interpreter, const std::string& package, const Span& span);

/// A description of ours is of one release, and the program finds another.
void take_release(Interpreter& interpreter, const Module& module, const Span& span);

/// Lists what was taken since there were `before` such notes: of a module that raises.
void tell_pending(Interpreter& interpreter, size_t before);

/// An import from the outside. One that takes long has a budget of its own, as have a few in all: a large package is
/// not the program's work.
class ImportFromOutside {
 public:
  explicit ImportFromOutside(Interpreter::Impl& impl);
  ~ImportFromOutside();
  ImportFromOutside(const ImportFromOutside&) = delete;
  ImportFromOutside& operator=(const ImportFromOutside&) = delete;

 private:
  Interpreter::Impl& impl_;
  const int64_t steps_;
  const int exceptions_;
};

}  // namespace vramlint::interp
