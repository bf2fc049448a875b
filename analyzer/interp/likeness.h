// Of two objects that the arms of a branch made, each its own: the one that could stand for both. Asks no method of
// theirs.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "interp/heap.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

/// What an arm left in the objects that it changed or made, all of which is undone by now.
using ArmsContents = std::unordered_map<const Object*, const Contents*>;

struct ArmsValue {
  const Value& value;
  const ArmsContents& contents;
};

using Join = std::function<Value(const Value&, const Value&)>;

/// A list or a tuple of instances, as far as its first item says.
bool holds_instances(const Value& value);

/// Of two instances of one class, or lists or tuples of such, that hold numbers, texts, and tuples, lists, dicts and
/// instances of such: one of them, where they are alike and it was there before, or a new one in which what differs is
/// as `join` has it. None where they are anything else, or large.
std::optional<Value> joined_instances(const ArmsValue& left, const ArmsValue& right, const Join& join);

/// What one arm alone has put into a list, as one of any turn would be: texts whose ends are known, and tuples, lists
/// and dicts by name as far as it is known how long they are. What else is in there is not known.
Value likely_item(const ArmsValue& item, const Value& unknown, const std::function<bool(const Object&)>& may_hold_more);

/// What a variable holds that is given another such instance any number of times, as `rows = np.append(rows, row, 0)`
/// does: of what changes nothing is known. `unknown` where it holds anything else.
Value repeated(const ArmsValue& before, const ArmsValue& after, const Value& unknown);

}  // namespace vramlint::interp
