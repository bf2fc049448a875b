// What every program has alike and this one has changed, and which constructors look at it. Private to this room.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "interp/impl.h"

namespace vramlint::interp {

class Alterations {
 public:
  using Objects = std::vector<const Object*>;

  explicit Alterations(Interpreter& interpreter) : interpreter_(interpreter) {}

  void add(const Object& settled) { changed_.insert(&settled); }
  void begin_anew();
  const std::unordered_set<const Object*>& all() const { return changed_; }

  /// Of those that constructors of `cls` were seen to look at: what can be told by its contents.
  Objects told_for(const Class& cls);
  /// Which they are, and which of them are changed.
  std::string marks(const Class& cls) const;

  /// Is looked at while an instance of `cls` is made.
  void see(const Class& cls, const Object* object);

  /// From now on it is known whether they are looked at; false where that cannot be known of one that is not `told`.
  bool watch(const Objects& told) const;
  /// Those that have been, since they were watched.
  Objects read() const;

 private:
  bool can_be_told(const Object& object);

  Interpreter& interpreter_;
  std::unordered_set<const Object*> changed_;
  std::unordered_map<const Class*, Objects> seen_by_;
  std::unordered_set<const Object*> untold_;  ///< holds what cannot be described, in this program
};

}  // namespace vramlint::interp
