// An arm of which it is not known whether it runs, or how often: it is tried, and what it would do is known before it
// is undone. Private to this room.
#pragma once

#include "interp/arm_choice.h"
#include "interp/bounded.h"
#include "interp/branches.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/trial.h"

namespace vramlint::interp {

using Run = std::function<Flow()>;

class Fork {
 public:
  Fork(Interpreter& interpreter, Frame& frame, const Value& condition, const Span& span);
  Flow decide(const Run& then, const Run& otherwise);
  /// An arm that fills a list, in the code of a data set, fills it: as comprehensions keep what their conditions leave
  /// open.
  void fills_lists() { fills_ = true; }

  enum class Maybe : uint8_t { nothing, something, followed };

  /// Something that may happen any number of times: whatever it changes is not known afterwards, unless it is followed.
  /// Nothing: no more than that. `body`: of a loop of the program, of which `run` is one turn for itself.
  Maybe happens_maybe(const Run& run, const Run* body = nullptr);
  /// What it would do to the figures to know what that met.
  Pull pull() const { return pull_; }

  /// Of what a loop changes that cannot be joined: as after one time, which is noted.
  void stays(const Object& object, const Contents& contents);

  /// Two turns of a loop that does something on the device: what the second leaves there, each further one would. One
  /// of a loop that fills lists.
  void follow_turns(const Run& turn, const Run* body, const Decision& decision);
  bool is_entered() const { return entered() != nullptr; }

  /// A loop that trains: it is left by what watches it.
  void repeat(const Run& body);

  Value join(const Value& left, const Value& right);

  /// What turns change that is no object is not known after them, nor how long what they fill is.
  void blur(const std::vector<Value>& slots, const std::vector<Journal::Change>& changes, bool fills = false);

 private:
  /// A turn that any number of others may follow. One that trains is another matter: `entered`.
  static bool goes_on_and_on(const Trial& turn);

  /// What one more turn leaves on the device, which is taken back where it cannot be made.
  int64_t one_more(const Run& turn, const std::vector<Value>& before);
  void say_each(int64_t more);  ///< bytes
  void judge(const Trial& first, const Trial& second, Decision& decision) const;

  /// `if is_valid(i): kept.append(i)` in `while len(kept) < batch:`
  std::optional<bool> arm_that_adds(const Trial& first, const Trial& second) const;

  /// Of arms that hold the same the one that goes on: the rest of the function comes after it.
  /// `if random() < p: return one(x)`, `return other(x)` in the code of a data set.
  bool is_one_draw(const Trial& first, const Trial& second) const;
  static bool holds_more(const Trial& first, const Trial& second);

  const char* why_raising_is_left(const Trial& raising) const;
  /// In the step, in code of the program's.
  bool may_be_caught() const;
  const TriedArm* entered() const;
  /// The arm in which the program has come to this branch again and again.
  std::optional<bool> recurring_arm() const;
  Flow enter(const TriedArm& arm, const Run& then, const Run& otherwise);
  void take_other(Decision& decision) const;
  const Decision& keep(Decision& decision);

  /// `arm`: which one it is of a branch.
  Trial attempt(const Run& run, Course course, std::optional<bool> arm = {});

  /// A copy of everything that an arm changed: in a long loop around the branch that is what costs most.
  void charge(const Contents& copied);
  Flow follow(const Decision& decision, const Run& then, const Run& otherwise);
  void assume(bool arm) const;
  void note_number(Trial& trial, const Value& value) const;
  std::optional<Bounds> number_in(const Trial* trial, const Value& value) const;

  /// Between the two; the point is that of the arm in which the condition's point is.
  std::optional<Value> join_numbers(const Value& left, const Value& right) const;
  /// Lists of which what each item is like is known, and no more.
  std::optional<Value> join_lists(const Value& left, const Value& right);
  std::optional<Value> join_counted(const Value& left, const Value& right);
  /// As many numbers, texts and things that are not known in either.
  std::optional<Value> join_plain_lists(const Value& left, const Value& right);
  void may_be_written(const Value& container);

  /// Ints that the two leave as far apart stay so: `start` and `end` around a centre.
  void keep_apart(const std::vector<Value>& one, const std::vector<Value>& other);

  /// `if len(x) == 0:`: the arm that is taken where there is nothing holds less than the other.
  bool is_empty(const Trial& trial, const Trial& other, bool arm) const;
  void join(const Trial& first, const Trial& second);
  void may_be(const Trial& trial) const;  ///< what it wrote may be so
  void join_arms(const Trial& first, const Trial& second);
  std::optional<ArmChoice> choice_between(const Trial& first, const Trial& second) const;
  static ArmsContents by_object(const Trial& trial);

  /// The arms may hold keys of their own that are equal.
  std::vector<Dict::Entry> join_entries(const Contents& first, const Contents& second);
  /// An item of a list that one arm has and the other has not.
  Value in_one_arm(const ArmsValue& item) const;
  void join_contents(const Object& object, const Contents& first, const Contents& second);
  /// `is_kept`: what an arm has put there is known as far as it is lists.
  void note_difference(const Object& object, const Contents& first, const Contents& second, bool is_kept);

  Interpreter& interpreter_;
  Interpreter::Impl& impl_;
  Frame& frame_;
  const Value asked_;  ///< as the program asks it
  bool fills_ = false;
  const Value condition_;  ///< what is not known of whatever depends on it
  const Span& span_;
  const Trial *then_ = nullptr, *otherwise_ = nullptr;  ///< that are being joined
  ArmsContents in_first_, in_second_;
  std::vector<const Object*> noted_;  ///< that may hold more since they are being joined
  bool repeats_ = false;              ///< what is being joined has happened any number of times
  Pull pull_ = Pull::up;
};

}  // namespace vramlint::interp
