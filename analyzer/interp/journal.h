// Undoing: what an arm under trial changed.
#pragma once

#include <unordered_map>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// Called before any object's contents change, so that a branch on an Unknown can be undone and joined.
void before_change(Interpreter& interpreter, Object& object);

/// A change to something settled that is not noted.
void spoil_snapshot(Interpreter& interpreter, std::string obstacle);

/// An object's contents at one moment: a list's items, a dict's or set's entries, a cell's value, an instance's
/// payload.
struct Contents {
  std::vector<Value> items;
  std::vector<std::pair<Value, Value>> entries;

  static Contents of(const Object& object);
  void restore(Object& object) const;
};

/// The objects changed while it is on the interpreter's stack of journals, with what they held before.
class Journal {
 public:
  struct Change {
    Value object;
    Contents before;
  };

  explicit Journal(Interpreter& interpreter);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void note(Object& object);
  void undo();  ///< puts every changed object back
  const std::vector<Change>& changes() const { return changes_; }

 private:
  Interpreter& interpreter_;
  std::vector<Change> changes_;
  std::unordered_map<const Object*, size_t> known_;
};

}  // namespace vramlint::interp
