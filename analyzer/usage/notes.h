// What is noted while a training program is followed.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "interp/following.h"
#include "usage/callees.h"
#include "usage/comparisons.h"
#include "usage/keys.h"

namespace vramlint::usage {

/// hasattr() that is false.
struct Lack {
  std::string type;  ///< of the object
  std::string name;
  Span place;
};

/// `section.get(name)` where the section has no such key.
struct Miss {
  size_t section = 0;
  std::string name;
  Span place;
};

/// `item in container` that was never true.
struct Search {
  std::vector<std::string> sought;  ///< as they are written
  Span place;
};

/// A text of the config beside those that the program compares it with.
struct Choice {
  std::vector<std::pair<std::string, Span>> tried;  ///< distinct, with the first place
  bool matched = false;
};

/// A file of the config, opened by a path that the program's text alone makes.
struct Opened {
  std::string path;
  Span place;
  bool operator==(const Opened&) const = default;
};

/// Where the program raises and ends, because of what these keys hold.
struct Failure {
  interp::Error error;
  std::vector<size_t> keys;
};

/// What was seen of the program's text as it ran, whatever the config says.
struct Seen {
  struct Decision {
    const syntax::If* branch = nullptr;
    bool taken = false, not_taken = false;
  };

  void add(const Seen& later);
  void lack(Lack lack);

  std::unordered_set<const syntax::Stmt*> executed, broken_off;
  std::set<const Source*> loaded;                    ///< files of which something ran
  std::set<std::string> handed;                      ///< functions that code which was not followed got hold of
  std::set<std::pair<const Source*, uint32_t>> met;  ///< where classes begin that were called or handed over
  std::unordered_set<const void*> asked_known, asked_unknown;
  std::unordered_map<const syntax::If*, Decision> decisions;
  std::vector<Lack> lacked;  ///< one for each place
  Comparisons comparisons;

 private:
  std::set<std::pair<const Source*, uint32_t>> lacked_at_;
};

class Notes : public interp::Follower, public Seen {
 public:
  Notes(Keys& keys, std::vector<const Source*> read_from) : keys_(keys), sources_(std::move(read_from)) {}
  void attach(interp::Interpreter& interpreter);  ///< one program at a time
  void detach();                                  ///< once it has run

  bool is_program(const Source* source) override;
  bool absorbs(const std::exception_ptr& exception) override;
  void executes(const syntax::Stmt& statement) override {
    if (executed.insert(&statement).second) loaded.insert(statement.span.source);
  }
  void breaks_off(const syntax::Stmt& statement) override { broken_off.insert(&statement); }
  void decides(const syntax::If& branch, bool taken) override;
  void asks(const void* node, bool known) override { (known ? asked_known : asked_unknown).insert(node); }
  void reads(const interp::Value& key, const interp::Value& value, const Span& place) override;
  void misses(const interp::Value& key, const interp::Value& other, const Span& place) override;
  void uses(const interp::Value& value, interp::Use use, const Span& place) override;
  void calls(const interp::Value& callee) override { may_run(callee); }
  void hands_over(const interp::Value& callee, const interp::Value& value, const Span& place) override;
  void replaces(const interp::Value& key, const interp::Value& before, const interp::Value& value, bool surely,
                const Span& place) override;
  void keeps(std::string_view name, bool is_attribute, const interp::Value& value, const Span& place) override;
  void lacks(const interp::Value& object, std::string_view name, const Span& place) override;
  void seeks(const interp::Value& item, const interp::Value& container, bool found, const Span& place) override;
  void compares(const interp::Value& left, const interp::Value& right, const Span& place) override;
  void opens(const Source& file, const interp::Value& path, const Span& place) override;
  void fails(const interp::Error& error, bool surely) override;
  void begins_import() override;
  std::shared_ptr<const void> ends_import() override;
  void imports_again(const void* told) override;
  std::optional<size_t> noted() const override { return keys_met_; }

  /// Whether all of a statement was evaluated whenever it was reached.
  bool ran(const syntax::Stmt* statement) const {
    return executed.contains(statement) && !broken_off.contains(statement);
  }

  std::vector<Miss> missed;                        ///< one for each place
  std::map<size_t, std::vector<Search>> searches;  ///< by key
  std::map<size_t, Choice> choices;                ///< by key
  std::vector<Failure> failures;
  std::vector<Opened> openings;
  bool config_has_attributes = false;  ///< it is handed to the program as an object whose every name is seen
  bool opened = false;                 ///< a value of the config was met
  bool fails_surely = false;           ///< a statement raised that the program does not go on after

 private:
  const std::vector<size_t>& keys_of(interp::Origin origin);
  std::vector<size_t> keys_of(const std::vector<interp::OriginAtom>& atoms) const;
  void compare(const interp::Value& value, const interp::Value& text, const Span& place);
  void choose(const interp::Value& value, const interp::Value& name, const Span& place);
  void use(interp::Origin origin);
  bool holds_part_of(size_t section, const interp::Value& value);  ///< it is that section, as another class has it
  void decide_by(Key& key, bool alone, const Span& condition);
  /// `attributes`: also what is kept in the attributes of objects.
  void use_all(const interp::Value& value, bool attributes, const Span& place);
  bool makes_attributes(const interp::Value& callee, const interp::Value& value, const Span& place);
  void may_run(const interp::Value& value);
  void shows(const interp::Value& value, const Span& place);
  bool moves_only(const interp::Value& callee, const interp::Value& value, const Span& place) const;

  Keys& keys_;
  std::vector<const Source*> sources_;  // the config and its bases
  interp::Interpreter* interpreter_ = nullptr;
  const Source* last_ = nullptr;
  bool last_is_program_ = false;
  std::unordered_map<interp::Origin, std::vector<size_t>> by_origin_;
  std::set<std::pair<const Source*, uint32_t>> missed_at_;
  size_t keys_met_ = 0;  // how often
  Seen before_import_;
};

}  // namespace vramlint::usage
