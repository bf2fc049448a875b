// Programs of other stages that an error keeps from their training: what they would have read is told by their text.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "usage/program.h"
#include "usage/usage.h"

namespace vramlint::usage {

class Stopped {
 public:
  using Reached = std::vector<std::shared_ptr<const Program>>;
  Stopped(const Reached& stopped, const Reached& trained);

  /// One script that is started in several ways reads for all of them.
  bool are_apart() const { return are_apart_; }
  /// Takes back what is said of keys that such a program may read: all those of a section that its own modules name.
  void leave(Usage& usage) const;

 private:
  bool says(const std::string& name) const;
  bool may_open(const std::string& key) const;  ///< the key or the section that it is in
  bool may_use(const std::string& key) const;   ///< likewise, and by its own name

  std::set<const Source*> own_;  ///< modules that no other program reaches
  bool are_apart_ = true;
};

}  // namespace vramlint::usage
