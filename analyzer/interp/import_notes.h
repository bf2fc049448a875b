// What importing a module noted, told again to a program that finds the module imported beforehand.
#pragma once

#include "interp/impl.h"

namespace vramlint::interp {

/// `name` is asked for: a program that runs lists what importing it noted, once.
void note_import(Interpreter::Impl& impl, const std::string& name);

/// Notes what the body of a module assumes for as long as it lives.
class ImportRecord {
 public:
  ImportRecord(Interpreter::Impl& impl, const std::string& name);
  ~ImportRecord();
  ImportRecord(const ImportRecord&) = delete;
  ImportRecord& operator=(const ImportRecord&) = delete;

 private:
  ImportNotes& notes_;
  std::vector<Assumption>& assumptions_;
  std::vector<ImportEvent>* const outer_;
  const size_t first_;
};

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
