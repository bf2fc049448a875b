// What an operator is. One constant per operator, in one file of ops/.
//
// A Call holds everything an operator's functions may look at, so each is a pure function of it: unit tests and the
// probe run them on the same samples.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "graph/refusal.h"
#include "graph/shape.h"
#include "graph/torch_profile.h"

namespace vramlint::graph {

struct Op;

/// A tensor given to an operator.
struct Operand {
  TensorType type;
  bool requires_grad = false;
  bool is_parameter = false;  ///< its storage is a parameter's or buffer's
};

struct OperandRef {
  int index = 0;
};  ///< into Call::operands
struct OperandList {
  std::vector<int> indices;
};  ///< Tensor[]; -1: None inside a Tensor?[]

/// One argument of the schema, in its order.
using Arg = std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<int64_t>, Dtype, OperandRef,
                         OperandList>;

/// Dim::sources of the integers of one argument; of one alone, where it stands for each.
struct NumberSources {
  size_t arg = 0;
  std::vector<uint32_t> each;
};

struct Call {
  const Op* op = nullptr;
  std::vector<Arg> args;  ///< one per schema argument, defaults filled in
  std::vector<Operand> operands;
  std::vector<NumberSources> number_sources;  ///< only of arguments that have any

  // Accessors by schema position; each throws Misfit for another kind.
  const Operand& operand(size_t arg) const;
  const Operand* operand_or_null(size_t arg) const;  ///< nullptr for None
  std::vector<const Operand*> operand_list(size_t arg) const;
  const std::vector<int64_t>& ints(size_t arg) const;
  int64_t integer(size_t arg) const;
  Shape sizes(size_t arg) const;              ///< an integer or a list of them as dimensions, with their sources
  uint32_t length_sources(size_t arg) const;  ///< Dim::sources of how many tensors a list has
  double real(size_t arg) const;
  bool boolean(size_t arg) const;
  bool is_none(size_t arg) const;
};

/// Results of one call that are followed at most.
inline constexpr int64_t kMostResults = 100'000;

/// How an output relates to the storages that exist.
struct Output {
  enum class Alias : uint8_t { fresh, view, in_place } alias = Alias::fresh;
  int operand = -1;  ///< of a view or an in-place result
  TensorType type;
  bool differentiable = true;       ///< indices, masks and the like are not
  std::optional<Interval> storage;  ///< bytes of a fresh storage when larger than the tensor (a reduced loss)
};

struct Inferred {
  std::vector<Output> outputs;
  Refusal error;         ///< what PyTorch raises (RuntimeError); then no outputs
  int64_t too_many = 0;  ///< results, more than are followed; then no outputs
};

/// Something allocated that is no output: noise, statistics, a reserve.
struct Extra {
  Interval bytes;
  std::string_view what;       ///< "dropout mask", "cudnn reserve"
  bool before_output = false;  ///< made before all temporaries
};

/// What autograd keeps until the node's backward has run, given that the node is recorded at all.
struct Saved {
  std::vector<int> operands;
  std::vector<int> outputs;
  std::vector<Extra> extras;
};

/// Allocated during the forward kernel, gone when it returns, in this order, before (`before_output`) or after the
/// output.
struct Temporary {
  Interval bytes;
  std::string_view what;
  bool workspace = false;  ///< library workspace rather than a tensor
  bool before_output = false;
  bool brief = false;  ///< with before_output: gone when the output is made
};

/// The memory program of one node's backward. Temporaries not released are released when the node returns, in the
/// order they were made. Gradients of operands that need none must not be made: see `needs`.
struct GradStep {
  enum class Kind : uint8_t {
    allocate,  ///< temporary `slot` of `bytes`; a workspace may say for the gradient of which `operand`
    release,   ///< temporary `slot`
    gradient,  ///< fresh gradient of `operand`, with `type`
    pass,      ///< gradient of `operand` is a view of the gradient of output `output`, with `type`
    promote,   ///< temporary `slot` becomes the gradient of `operand`, with `type`
    part,      ///< gradient of `operand` is a view of temporary `slot`, with `type`
    forget,    ///< a part of a composition is done: what was saved at `slot` goes, in the order operands, outputs,
               ///< extras; without slot all that was saved, and the incoming gradients
    returned,  ///< the formula is done, and what it unpacked for itself is gone; what follows is the engine's
  } kind;
  int slot = -1;
  int operand = -1;
  int output = 0;
  Interval bytes;
  TensorType type;
  std::string_view what;
  bool workspace = false;
};

struct BackwardCall {
  const Call& call;
  const std::vector<Output>& outputs;
  std::vector<std::optional<TensorType>> grads;  ///< incoming, one per output; empty where undefined
  const TorchProfile& torch;
  bool needs(int operand) const { return call.operands[static_cast<size_t>(operand)].requires_grad; }
};

struct Op {
  std::string_view schema;                  ///< ATen: "relu(Tensor self) -> Tensor"
  std::span<const std::string_view> names;  ///< "torch.relu", "Tensor.relu", "torch.nn.functional.relu"
  Inferred (*infer)(const Call&);
  Saved (*saves)(const Call&, const std::vector<Output>&, const TorchProfile&);  ///< null: saves nothing
  std::vector<Temporary> (*forward)(const Call&, const std::vector<Output>&,
                                    const TorchProfile&);  ///< null: no scratch
  std::vector<GradStep> (*backward)(const BackwardCall&);  ///< null: not differentiable
  std::vector<Call> (*samples)();                          ///< at least two, one odd-shaped
};

}  // namespace vramlint::graph
