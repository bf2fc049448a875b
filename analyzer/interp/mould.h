// What a call has made, so that another like it can be made without the call. Private to this room.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interp/impl.h"
#include "interp/native.h"

namespace vramlint::interp {

/// What a call can see of its arguments. Where a value came from is told by its place among all that there are here, so
/// that it does not matter which keys of which config they are.
struct Given {
  std::string key;                     ///< equal for calls that cannot tell their arguments apart
  std::vector<const Object*> objects;  ///< those that may change, in the order in which they are met
  std::vector<uint32_t> atoms;         ///< of all their origins, ascending
};

/// `key`: what else the call depends on. `told`: what every program has alike and is told by its contents. Empty where
/// something is handed over that cannot be described.
std::optional<Given> describe(Interpreter& interpreter, const Arguments& arguments, std::string key,
                              const std::vector<const Object*>& told);

/// Objects that refer to each other, to the arguments, and to what every program has alike.
class Mould {
 public:
  /// Of what the call has made, and of what it has done to its arguments where they are `changed`; nullptr where that
  /// cannot be made again.
  static std::unique_ptr<Mould> of(Interpreter& interpreter, const Value& made, const Given& given, bool changed);
  Value make(Interpreter& interpreter, const Given& given) const;
  size_t size() const { return size_; }

 private:
  friend class Moulder;
  friend class Casting;
  enum class Kind : uint8_t { fixed, node, argument };
  /// A value, or the number of a node or an argument; its origin is a number of `origins_`.
  struct Part {
    Value value;
    Kind kind = Kind::fixed;
  };
  struct Node {
    ObjectKind kind = ObjectKind::list;
    bool frozen = false;
    std::vector<Part> parts;  ///< a dict's keys and values by turns
    std::shared_ptr<const FunctionObject> function;
    std::unique_ptr<Cast> cast;
    std::optional<Making> making;  ///< its origin as theirs
  };

  std::vector<Node> nodes_;
  std::vector<std::pair<size_t, Node>> changed_;  // arguments, by their number
  Part made_;
  std::vector<std::vector<uint32_t>> origins_ = {{}};  // places in Given::atoms
  size_t size_ = 0;
};

}  // namespace vramlint::interp
