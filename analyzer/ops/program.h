// Writes one node's backward as a memory program.
//
// A formula yields gradients of the size and dtype it computes in; the engine then sums each down to its operand's
// shape and casts it, one operand after the other, once the whole node has returned (torch/csrc/autograd/engine.cpp,
// validate_outputs, 1.13 to 2.7). `computed` and `passed` take care of that.
#pragma once

#include <vector>

#include "ops/define.h"

namespace vramlint::ops {

class Program {
 public:
  explicit Program(const BackwardCall& call) : call_(call) {}

  const Call& call() const { return call_.call; }
  const TensorType& grad(size_t output = 0) const { return *call_.grads[output]; }
  bool has_grad(size_t output = 0) const { return call_.grads[output].has_value(); }
  bool needs(size_t arg) const { return needs_grad(call_.call, arg); }
  const TensorType& type(size_t arg) const { return call_.call.operand(arg).type; }

  int temporary(Interval bytes, std::string_view what);
  int temporary(const TensorType& type, std::string_view what) { return temporary(type.bytes(), what); }
  /// `operand`: whose gradient it is taken for, where the library tells them apart.
  int workspace(Interval bytes, std::string_view what, int operand = -1);
  void release(int slot);
  /// One of the operators that this one is made of has run its backward: see GradStep::Kind::forget.
  void forget(int saved);
  void forget_all();

  /// The formula allocates this gradient of the argument; nothing if it needs none.
  void computed(size_t arg, const TensorType& type) { computed_operand(operand_of(call_.call, arg), type); }
  void computed_operand(int operand, const TensorType& type);
  /// The argument's gradient is the incoming one, or a view of it.
  void passed(size_t arg, const TensorType& type, size_t output = 0) {
    passed_operand(operand_of(call_.call, arg), type, output);
  }
  void passed_operand(int operand, const TensorType& type, size_t output = 0);
  /// The argument's gradient is temporary `slot` itself.
  void promoted(size_t arg, int slot, const TensorType& type);
  /// The operand's gradient is a view of temporary `slot`.
  void part(int operand, int slot, const TensorType& type);
  /// A contiguous copy of the incoming gradient if it is not contiguous; its slot, or -1.
  int contiguous_grad(size_t output = 0);

  std::vector<graph::GradStep> finish();
  /// Of one node whose formulas do not come in the order of its operands: its gradients are summed down in that.
  std::vector<graph::GradStep> finish_by_operand();

 private:
  struct Pending {
    int operand;
    int slot;  // -1: the incoming gradient
    TensorType type;
  };
  bool wanted(int operand) const { return operand >= 0 && call_.needs(operand); }
  bool fits(int operand, const TensorType& type) const;
  void settle(const Pending& pending);

  const BackwardCall& call_;
  std::vector<graph::GradStep> steps_;
  std::vector<Pending> pending_;
  int next_slot_ = 0;
};

}  // namespace vramlint::ops
