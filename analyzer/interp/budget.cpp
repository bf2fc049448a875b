#include "interp/budget.h"

#include <algorithm>

namespace vramlint::interp {

namespace {

constexpr int64_t kStepsBetweenLooks = 128;  // how much small objects take is looked at now and then

}  // namespace

void Budget::exceeded(const char* what, const Span& span) const {
  std::string_view kind = what;
  if (kind == "steps") {
    throw BudgetExceeded("evaluation stopped after " + std::to_string(limits_.steps) +
                             " steps: does it end? `--evaluation-budget 10` allows ten times as many",
                         span);
  }
  if (kind == "depth") {
    throw BudgetExceeded("calls nested deeper than " + std::to_string(limits_.depth), span);
  }
  if (kind == "stack") throw BudgetExceeded("calls are nested too deeply", span);
  throw BudgetExceeded("values of more than " + std::to_string(limits_.bytes >> 20) + " MiB", span);
}

void Budget::look(const Span& span) {
  if (steps_ + work_ > limits_.steps) exceeded("steps", span);
  const int64_t beside = beside_ ? beside_() : 0;
  if (live_bytes - base_ + pending_ + beside > limits_.bytes) exceeded("memory", span);
  next_look_ = std::min(steps_ + kStepsBetweenLooks, limits_.steps - work_);
}

void Budget::settle(const Span& span) {
  work_ += touched_ / kValuesOfAStep;
  touched_ %= kValuesOfAStep;
  next_look_ = std::min(next_look_, limits_.steps - work_);
  if (steps_ + work_ > limits_.steps) exceeded("steps", span);
}

void Budget::allocate(int64_t bytes, const Span& span) {
  if (bytes < 0 || bytes > limits_.bytes) exceeded("memory", span);
  pending_ += bytes;
  if (live_bytes - base_ + pending_ > limits_.bytes) exceeded("memory", span);
  touch(static_cast<size_t>(bytes) / 16, span);
}

bool Budget::has_room_for(const Spent& cost) const {
  return steps_ + work_ + cost.steps + cost.touched / kValuesOfAStep < limits_.steps &&
         live_bytes - base_ + cost.bytes < limits_.bytes / 2;
}

void Budget::spend(const Spent& cost) {
  known_ += cost.steps + cost.touched / kValuesOfAStep;
  steps_ += cost.steps;
  touched_ += cost.touched;
  work_ += touched_ / kValuesOfAStep;
  touched_ %= kValuesOfAStep;
  base_ -= cost.bytes;
  next_look_ = std::min(next_look_, steps_);
}

void Budget::reset() {
  steps_ = next_look_ = touched_ = work_ = known_ = pending_ = 0;
  base_ = live_bytes;
}

}  // namespace vramlint::interp
