// What a program looks at of the config it is given.
#pragma once

#include <vector>

#include "config/looks.h"
#include "interp/interpreter.h"

namespace vramlint::model {

class ConfigLooks {
 public:
  /// From now on; `cfg` was made of the tree by config::ToValue. The tree must outlive this.
  ConfigLooks(const config::Node& root, const interp::Value& cfg);
  /// Adds what has been looked at since, by mapping. What does not stand at its place any more has been.
  void take(const interp::Value& cfg, std::vector<config::Look>& looks) const;

 private:
  const config::Node& root_;
  std::vector<const interp::Object*> watched_;  // by mapping; only compared
};

}  // namespace vramlint::model
