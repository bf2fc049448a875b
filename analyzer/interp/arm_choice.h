// Variables of which a join would leave nothing that one can go on with: one arm is followed instead.
#pragma once

#include <optional>
#include <vector>

#include "interp/frame.h"
#include "interp/likeness.h"

namespace vramlint::interp {

/// A frame after one of the arms, which is undone by now.
struct AfterArm {
  const std::vector<Value>& slots;
  ArmsContents contents;
  const Value& result;  ///< where the arm returns
};

struct ArmChoice {
  bool then;
  const char* why;
};

/// `if step % len(loader) == 0: batches = iter(loader)`: the arm after which there are batches, and no others than
/// before. `if random() > 0.5: augment = colour`, `else: augment = same`: the first, for of what the joined variable
/// gives, called, nothing would be known; and so it is with `return Flip(width)`, `else: return Same()`.
/// `if x.numel() == 0: x = x.reshape(-1, 4)` leaves one native value or another: the likelier arm, where the bounds of
/// what is asked tell which; where both are of one type and size the first. `in_data`: in the code of a data set, where
/// of `return None` and `return array`
/// (`returns`) the second is taken, and of what is known in one arm alone that arm; elsewhere the arm whose variables
/// hold more data.
std::optional<ArmChoice> choose_arm(Interpreter& interpreter, const Frame& frame, const AfterArm& first,
                                    const AfterArm& second, std::optional<bool> likelier, bool in_data, bool returns);

/// Of arms of which one leaves: the one that goes on, unless a `while` does not end that way.
bool first_goes_on(const Frame& frame, Flow first, Flow second);

}  // namespace vramlint::interp
