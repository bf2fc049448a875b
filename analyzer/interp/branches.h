// What is said of a branch on what is not known of which one arm is followed, before the reason.
#pragma once

#include "base/unknown.h"

namespace vramlint::interp {

constexpr const char* kHoldsMore = "the branch that holds more memory is taken";
constexpr const char* kGoesOn = "the branch that goes on is taken";
/// In the code of a data set: the other returns what this one may return otherwise, as of two draws.
constexpr const char* kReturnsLater = "the branch that goes on, and returns later, is taken";
constexpr const char* kFirstArm = "the branch that comes first is taken, for what it calls later is another thing";
/// The arms do nothing on the device, and leave tensors and arrays of one type and size each.
constexpr const char* kAlike = "the branch that comes first is taken, for both leave data of the same sizes";
/// Of sizes that an array is to have; behind the other arm it has fewer dimensions.
constexpr const char* kMoreDimensions = "the branch with sizes for more dimensions is taken";
constexpr const char* kFewerDimensions =
    "the branch with sizes for fewer dimensions is taken, for the program fails after the other one";
constexpr const char* kLikelier = "the branch that is more likely is taken";
constexpr const char* kTrains = "what trains is taken to run";
constexpr const char* kRaisesCaught = "the branch that raises, which the program may catch, is not taken";
/// Of a list at an index that is not known.
constexpr const char* kFirstCalled = "the first of what is there to be called is taken";
/// Of networks, one of which is taken at an index that is not known.
constexpr const char* kLargestNetwork = "the network that holds more memory is taken";
/// Of a function that calls itself in one of the arms.
constexpr const char* kEndsRecursion = "the branch that does not call the function again is taken";
constexpr const char* kOther = "a branch is taken because the program fails after the other one";

/// After these it is not sure that less is held in the other arm, or with another network.
constexpr const char* kContested[] = {kHoldsMore, kRaisesCaught, kFirstCalled, kLargestNetwork, kReturnsLater};

/// The other arm may be the one that the program takes.
inline bool is_chosen_arm(const Assumption& assumption) {
  const auto begins = [&](const char* text) { return assumption.text.starts_with(text); };
  return begins(kHoldsMore) || begins(kGoesOn) || begins(kFirstArm) || begins(kMoreDimensions);
}

}  // namespace vramlint::interp
