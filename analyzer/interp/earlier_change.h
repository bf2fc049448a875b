// What a program had changed before an import: what the import saw of it, and what it did to it. The import comes out
// the same wherever what it saw is the same. Private to this room.
#pragma once

#include <vector>

#include "interp/heap.h"
#include "interp/origin.h"

namespace vramlint::interp {

/// Of a dict single entries are told apart: a program sets sys.argv, and an import asks for sys.version.
class EarlierChange {
 public:
  /// Before the import. From now on the object, where it is a dict, says what is looked at.
  explicit EarlierChange(const Object& object);

  /// After it. `origins`: so many are alike in all programs. False: it saw or left what only this program has.
  bool close(bool is_written, size_t origins);

  const Object& object() const { return *object_; }
  bool fits() const;                         ///< what was seen is there as it was then
  bool is_left_alone() const;                ///< by the import
  void leave() const;                        ///< what the import left there
  void add_left(std::vector<Value>&) const;  ///< its values

 private:
  const Object* object_;
  Contents before_;  ///< until it is closed
  Dict::Looks looks_;
  Contents seen_;  ///< all of it, or the entries that were looked for
  bool is_written_ = false;
  Contents after_;  ///< of what is no dict
  std::vector<Dict::Entry> put_;
  std::vector<Value> erased_;
};

}  // namespace vramlint::interp
