// What the program's text mentions where it was not followed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "usage/attributes.h"
#include "usage/loads.h"
#include "usage/notes.h"
#include "usage/program.h"

namespace vramlint::usage {

class Doubt {
 public:
  Doubt(const std::vector<std::shared_ptr<const Program>>& programs, const Keys& keys, const Notes& notes);

  /// Whether code that did not run, or ran on something unknown, may read the key by its name.
  bool may_read(const Key& key) const;
  /// Likewise, where it asks something for it: a text by itself or a parameter does not count.
  bool may_ask(const Key& key, const std::vector<Span>& apart = {}) const;  ///< outside of the places `apart`
  /// Likewise, through the whole config or a name that its section is kept under: by a dotted path, a name that is put
  /// together, or of that name.
  bool may_reach(const Key& key) const;
  /// The first such place; none: nowhere.
  Span place_of(const Key& key) const;
  /// All of them, for a section that is `sealed` those that may_reach() tells.
  std::vector<Span> places_of(const Key& key, bool sealed) const;
  /// Whether such code takes the whole section, so that all that is in it may be read.
  bool may_take_whole(const Key& section) const;
  bool says(const std::string& text) const;   ///< whether the program has that text anywhere
  bool names(const std::string& name) const;  ///< likewise a name, or an attribute of it
  /// Whether a section that was asked for is known to be in no other hands than those that were seen.
  bool is_sealed(const Key& section) const;
  /// Whether code that did not run, and that this config does not rule out, may use what is kept under the name.
  bool may_load(const Key::Kept& kept, Loads::Of of = Loads::Of::value) const;

 private:
  /// A mention, in a place that may run without having been followed.
  struct Open {
    const Mention* mention;
    const Definition* definition;
  };

  bool is_never_called(const syntax::FunctionDef& method, const Definition& cls);
  void note(const ModuleText& text, const std::vector<bool>& live);
  template <typename Predicate>
  bool any_of(const std::string& name, const Predicate& predicate) const;
  bool may_be_held(const Key& section, Loads::Of of) const;
  bool may_load_variable(const Key::Kept& kept, Loads::Of of) const;
  bool asks_section(const Mention& mention, const Key& key) const;
  bool may_be_config(const std::string& receiver) const;
  void name_config();
  bool may_load_attribute(const Key::Kept& kept, Loads::Of of) const;
  bool may_be_read(const Open& open, const Key& key) const;
  bool reaches(const Open& open, const Key& key) const;
  bool is_held(const Key& key) const;
  bool counts(const Mention& mention) const;
  void rule_out();

  const Notes& notes_;
  const std::vector<Key>& keys_;
  Attributes attributes_;
  bool asks_by_attribute_;                             // seen, or nothing was seen to ask in another way
  std::unordered_set<std::string_view> config_names_;  // under which the whole config is kept, where only those count
  bool spreads_ = false;                               // such code hands something over by its keys
  bool turns_ = false;                                 // such code turns entries into attributes
  std::unordered_map<std::string_view, std::vector<Open>> by_name_;  // by the last part
  std::unordered_set<const syntax::Stmt*> ruled_out_;                // arms that are never taken
  std::unordered_map<const syntax::FunctionDef*, bool> never_called_;
  std::vector<std::shared_ptr<const Program>> programs_;
};

}  // namespace vramlint::usage
