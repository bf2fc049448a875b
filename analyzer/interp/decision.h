// How unknown branches were decided. To try an arm is to come to the branches inside of it; when the arm is followed
// after that, it comes to the same ones in the same order, and takes what was decided. Each level of nesting would
// otherwise double the work. Private to this room.
#pragma once

#include <utility>
#include <vector>

#include "base/span.h"
#include "interp/tried_arm.h"

namespace vramlint::interp {

struct Decision {
  enum class Kind : uint8_t { then, otherwise, joined, raised };
  static constexpr const char* kFills = "one turn of a loop is followed: what others put into a list is like it";

  Span span;
  Kind kind = Kind::joined;
  const char* why = nullptr;  ///< of an arm that is followed
  std::vector<Decision> in_then, in_otherwise;

  bool follows() const { return kind == Kind::then || kind == Kind::otherwise; }
};

/// The decisions of the arm that runs: noted the first time, known when it runs again. Neither outside of any arm.
struct Course {
  std::vector<Decision>* noted = nullptr;
  const std::vector<Decision>* known = nullptr;
  size_t next = 0;  ///< of the known ones

  /// nullptr where the branch is met for the first time.
  const Decision* recall(const Span& span) {
    if (!known || next >= known->size() || (*known)[next].span != span) return nullptr;
    return &(*known)[next++];
  }
};

/// A course for as long as it lives.
class Along {
 public:
  Along(Course& current, Course other) : current_(current), outer_(std::exchange(current, other)) {}
  ~Along() { current_ = outer_; }
  Along(const Along&) = delete;
  Along& operator=(const Along&) = delete;

 private:
  Course& current_;
  const Course outer_;
};

/// An arm is being tried as long as it lives.
class Trying {
 public:
  Trying(std::vector<TriedArm>& all, TriedArm arm) : all_(all) { all_.push_back(arm); }
  ~Trying() { all_.pop_back(); }
  Trying(const Trying&) = delete;
  Trying& operator=(const Trying&) = delete;

 private:
  std::vector<TriedArm>& all_;
};

}  // namespace vramlint::interp
