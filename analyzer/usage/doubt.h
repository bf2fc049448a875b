// What the program's text mentions where it was not followed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "usage/notes.h"
#include "usage/program.h"

namespace vramlint::usage {

class Doubt {
 public:
  Doubt(const std::vector<std::shared_ptr<const Program>>& programs, const Keys& keys, const Notes& notes);

  /// Whether code that did not run, or ran on something unknown, may read the key by its name.
  bool may_read(const Key& key) const;
  /// The first such place; none: nowhere.
  Span place_of(const Key& key) const;
  /// Whether such code takes the whole section, so that all that is in it may be read.
  bool may_take_whole(const Key& section) const;
  /// Whether code that did not run, and that this config does not rule out, may use what is kept under the name.
  bool may_load(const Key::Kept& kept) const;

 private:
  void note(const ModuleText& text, const std::vector<bool>& live);
  bool may_load_variable(const Key::Kept& kept) const;
  bool may_be_read(const Mention& mention, const Key& key) const;
  bool is_held(const Key& key) const;
  bool counts(const Mention& mention) const;
  void rule_out();

  const Notes& notes_;
  const std::vector<Key>& keys_;
  bool spreads_ = false;  // such code hands something over by its keys
  std::unordered_map<std::string_view, std::vector<const Mention*>> by_name_;  // by the last part
  std::unordered_set<const syntax::Stmt*> ruled_out_;                          // arms that are never taken
  std::vector<std::shared_ptr<const Program>> programs_;
};

}  // namespace vramlint::usage
