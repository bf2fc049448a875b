// What an arm of a branch on what is not known did, after it was undone. Private to this room.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "interp/bounded.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/native.h"

namespace vramlint::interp {

struct Trial {
  Flow flow = Flow::next;
  Value result;
  std::optional<Raised> raised;
  std::vector<Value> slots;
  std::vector<std::pair<Value, Contents>> changed;
  std::vector<size_t> changed_slots;
  std::vector<Effects::Written> written;
  bool touched = false;
  bool trains = false;
  bool noted = false;    ///< something that is not known
  Pull pull = Pull::up;  ///< of what it noted
  bool joins = true;     ///< all that it changed can be joined with what was there
  int64_t cost = 0;
  std::optional<int64_t> awaited = {};                    ///< what a loop around waits for, after it
  std::vector<std::pair<const Object*, Bounds>> numbers;  ///< in its slots and its result, as the arm knows them
};

/// Bytes of which a thousand times are two of the allocator's small segments.
inline constexpr int64_t kNextToNothing = 4096;

/// `if nothing is left: return score.new_tensor(0.0)`: what such an arm makes is next to nothing, and the other has the
/// rest of the function before it.
inline bool is_guard_clause(const Trial& arm, const Trial& other) {
  constexpr int64_t kScalar = 1024;  // bytes: two of the allocator's smallest blocks
  return arm.touched && arm.flow != Flow::next && other.flow == Flow::next && arm.cost <= kScalar;
}

}  // namespace vramlint::interp
