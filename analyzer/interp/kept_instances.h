// Instances that are not constructed again: where a constructor's arguments are those of a call before, and it has done
// nothing but make something new of them, what it made is made again. Private to this room.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "interp/alterations.h"
#include "interp/mould.h"

namespace vramlint::interp {

class KeptInstances {
 public:
  explicit KeptInstances(Interpreter& interpreter);
  KeptInstances(const KeptInstances&) = delete;
  KeptInstances& operator=(const KeptInstances&) = delete;

  /// `plainly` runs the constructor.
  Value make(const Class& cls, Arguments arguments, const std::function<Value(Arguments)>& plainly);
  /// Is about to: what every program has alike. Of an import the Shelf knows.
  void changes(const Object& settled, bool by_import);
  void refuse();  ///< what runs now depends on what is seen nowhere
  void begin_anew();

 private:
  /// A module's names as every program finds them, before it asks for more.
  struct Filled {
    const Dict* names;
    std::vector<Value> values;
  };
  /// What has been put there since.
  struct Put {
    size_t filled;
    Value name, value;
    bool operator==(const Put& other) const {
      return filled == other.filled && name.same(other.name) && value.same(other.value);
    }
  };
  using Puts = std::vector<Put>;
  struct Kept {
    std::unique_ptr<Mould> mould;
    std::unordered_set<const Object*> changed;  ///< by the program before: of no concern to the constructor, or told
    std::vector<const Object*> told;            ///< modules whose unknowns it was the first to meet
    Puts puts;                                  ///< that it was the first to ask for
    Budget::Spent spent;
  };
  using Table = std::unordered_map<std::string, Kept>;
  struct Sums {
    size_t assumptions, unknowns, output, evaluated, loaded;
    bool operator==(const Sums&) const = default;
  };
  struct Recording {
    const Class& cls;
    const Alterations::Objects& told;  ///< changed by the program, as the call's description says
    bool refused = false;
  };
  /// Of a constructor.
  struct Call {
    const Class& cls;
    std::string circumstances;
    Alterations::Objects told;
    Given given;
  };
  class Open;

  bool can_keep(const Class& cls) const;
  bool is_busy() const;
  std::string setting(const Class& cls) const;
  std::string circumstances(const Class& cls);
  std::optional<Call> call_of(const Class& cls, const Arguments& arguments);
  const Kept* find(const std::string& key);
  Value again(const Kept& kept, const Given& given);
  Value record(const Call& call, Arguments arguments, const std::function<Value(Arguments)>& plainly);
  void keep(const Given& given, const Value& made, Kept kept, bool changed);
  enum class Change : uint8_t { none, of_arguments, of_more };
  Change change_since(const Call& call, const Arguments& arguments) const;
  const std::optional<Puts>& asked_for();
  std::optional<Puts> puts_since(const Puts& before);
  void look_around();
  Sums sums() const;
  std::vector<const Object*> told_since(size_t unknowns) const;
  bool is_first(const std::string& key);

  Interpreter& interpreter_;
  Table kept_, older_;              // what is not asked for while the younger fill up goes
  size_t size_ = 0;                 // of the younger
  std::unordered_set<size_t> met_;  // hashes of the keys of what is large
  Alterations changed_;
  std::vector<Filled> filled_;
  std::optional<Puts> puts_;  // of this program so far; empty where it has done something else there
  bool puts_known_ = false;
  size_t described_ = 0;          // bytes
  std::vector<Recording*> open_;  // innermost last
};

/// The program asks who an object is: what comes of that is so for no other.
inline void ask_who(Interpreter& interpreter) {
  if (KeptInstances* kept = interpreter.impl().kept) kept->refuse();
}

}  // namespace vramlint::interp
