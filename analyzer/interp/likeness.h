// Of two objects that the arms of a branch made, each its own: the one that could stand for both. Asks no method of
// theirs.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

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

/// Of two instances of one class that hold numbers, texts, and tuples, lists, dicts and instances of such: one of them,
/// where they are alike and it was there before, or a new one in which what differs is as `join` has it. None where
/// they are anything else, or large.
std::optional<Value> joined_instances(const ArmsValue& left, const ArmsValue& right, const Join& join);

/// `augment = colour if random() > 0.5 else identity`: of what the joined variable gives, called, nothing would be
/// known.
bool leave_other_functions(const std::vector<Value>& left, const std::vector<Value>& right);

/// `if step % len(loader) == 0: batches = iter(loader)`: whether to go by the first arm, which is where there are batches
/// afterwards, and no others than before. None: no iterator hangs on it.
std::optional<bool> leaves_iterator(const std::vector<Value>& before, const std::vector<Value>& left,
                                    const std::vector<Value>& right);

}  // namespace vramlint::interp
