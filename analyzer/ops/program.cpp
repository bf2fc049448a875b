#include "ops/program.h"

#include "ops/layout.h"

namespace vramlint::ops {

using graph::GradStep;
using Kind = GradStep::Kind;

int Program::temporary(Interval bytes, std::string_view what) {
  steps_.push_back({.kind = Kind::allocate, .slot = next_slot_, .bytes = bytes, .what = what});
  return next_slot_++;
}

int Program::workspace(Interval bytes, std::string_view what, int operand) {
  const int slot = temporary(bytes, what);
  steps_.back().workspace = true;
  steps_.back().operand = operand;
  return slot;
}

void Program::release(int slot) { steps_.push_back({.kind = Kind::release, .slot = slot}); }

void Program::forget(int saved) { steps_.push_back({.kind = Kind::forget, .slot = saved}); }
void Program::forget_all() { steps_.push_back({.kind = Kind::forget}); }

bool Program::fits(int operand, const TensorType& type) const {
  const TensorType& wanted_type = call_.call.operands[static_cast<size_t>(operand)].type;
  return type.dtype == wanted_type.dtype && same_sizes(type.shape, wanted_type.shape);
}

void Program::computed_operand(int operand, const TensorType& type) {
  if (!wanted(operand)) return;
  if (fits(operand, type)) {
    steps_.push_back({.kind = Kind::gradient, .operand = operand, .bytes = type.bytes(), .type = type});
  } else {
    pending_.push_back({operand, temporary(type, "gradient before reduction"), type});
  }
}

void Program::passed_operand(int operand, const TensorType& type, size_t output) {
  if (!wanted(operand)) return;
  if (fits(operand, type)) {
    steps_.push_back({.kind = Kind::pass, .operand = operand, .output = static_cast<int>(output), .type = type});
  } else {
    pending_.push_back({operand, -1, type});
  }
}

void Program::promoted(size_t arg, int slot, const TensorType& type) {
  const int operand = operand_of(call_.call, arg);
  if (!wanted(operand)) return;
  steps_.push_back({.kind = Kind::promote, .slot = slot, .operand = operand, .bytes = type.bytes(), .type = type});
}

void Program::part(int operand, int slot, const TensorType& type) {
  if (!wanted(operand)) return;
  steps_.push_back({.kind = Kind::part, .slot = slot, .operand = operand, .bytes = type.bytes(), .type = type});
}

int Program::contiguous_grad(size_t output) {
  const TensorType& incoming = grad(output);
  return incoming.contiguous() ? -1 : temporary(incoming, "contiguous gradient");
}

void Program::settle(const Pending& pending) {
  const TensorType& target = call_.call.operands[static_cast<size_t>(pending.operand)].type;
  const bool sums = !same_sizes(pending.type.shape, target.shape);
  const TensorType wanted_type =
      sums ? graph::contiguous(target.dtype, target.shape) : graph::like(pending.type, target.dtype);
  int slot = pending.slot;
  if (sums && pending.type.dtype != target.dtype) {
    const int reduced = temporary(dense_bytes(pending.type.dtype, target.shape), "reduced gradient");
    if (slot >= 0) release(slot);
    slot = reduced;
  }
  steps_.push_back(
      {.kind = Kind::gradient, .operand = pending.operand, .bytes = wanted_type.bytes(), .type = wanted_type});
  if (slot >= 0) release(slot);
}

std::vector<GradStep> Program::finish_by_operand() {
  std::stable_sort(pending_.begin(), pending_.end(),
                   [](const Pending& one, const Pending& other) { return one.operand < other.operand; });
  return finish();
}

std::vector<GradStep> Program::finish() {
  if (!pending_.empty()) steps_.push_back({.kind = Kind::returned});
  for (const Pending& pending : pending_) settle(pending);
  pending_.clear();
  return std::move(steps_);
}

}  // namespace vramlint::ops
