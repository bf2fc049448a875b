// Writing to places that an index tensor names, along one dimension or into the flattened tensor (derivatives.yaml,
// 1.13 to 2.4). The plain forms write into a clone of the input.
#include "ops/declare.h"
#include "ops/layout.h"
#include "ops/reducing.h"

namespace vramlint::ops {

namespace {
namespace scattering_op {

// index_add, index_copy, index_fill: (self, dim, index, source | value)

std::string error_along(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& index = call.operand(2).type;
  if (wrap(call.integer(1), self.rank()) < 0) return dim_error(call.integer(1), self.rank());
  if (index.rank() > 1) return "Index is supposed to be a vector";
  if (index.dtype != Dtype::int64 && index.dtype != Dtype::int32) return "Expected dtype int32/int64 for index";
  return {};
}

template <bool has_source>
graph::Refusal error_in_write(const Call& call) {
  if (std::string error = error_along(call); !error.empty() || !has_source) return error;
  const TensorType& self = call.operand(0).type;
  const TensorType& source = call.operand(3).type;
  if (self.dtype != source.dtype) return graph::Refusal::types("self and source expected to have the same dtype");
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (source.rank() != self.rank() && source.rank() > 0 && self.rank() > 0) {
    return "source.dim() (" + std::to_string(source.rank()) + ") must be the same as self.dim() (" +
           std::to_string(self.rank()) + ")";
  }
  for (int64_t i = 0; i < std::min(self.rank(), source.rank()); ++i) {
    if (i != dim && differ(self, i, source, i)) return "source and self must have the same slice sizes";
  }
  const int64_t rows = source.rank() == 0 ? 1 : source.size(std::min(dim, source.rank() - 1));
  if (rows != call.operand(2).type.numel()) {
    return "Number of indices (" + std::to_string(call.operand(2).type.numel()) +
           ") should be equal to source.size(dim) (" + std::to_string(rows) + ")";
  }
  return {};
}

template <bool has_source>
Inferred infer_write(const Call& call) {
  if (graph::Refusal error = error_in_write<has_source>(call); !error.empty()) return failure(error);
  return fresh(graph::like(call.operand(0).type, call.operand(0).type.dtype));
}

template <bool has_source>
Inferred infer_write_in_place(const Call& call) {
  if (graph::Refusal error = error_in_write<has_source>(call); !error.empty()) return failure(error);
  return in_place(call, 0);
}

/// index for every gradient but that of an added-to tensor; index_add and index_copy keep the source too, for the sake
/// of its size, where it needs a gradient.
template <bool adds, bool has_source>
Saved saves_write(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  const bool source_needs = has_source && needs_grad(call, 3);
  if (source_needs || (!adds && needs_grad(call, 0))) saved.operands.push_back(operand_of(call, 2));
  if (source_needs) saved.operands.push_back(operand_of(call, 3));
  return saved;
}

template <bool adds, bool has_source>
std::vector<graph::GradStep> backward_write(const BackwardCall& call) {
  Program program(call);
  if (adds) {
    program.passed(0, program.grad());
  } else {
    program.computed(0, graph::like(program.grad(), program.grad().dtype));
  }
  if (has_source) program.computed(3, graph::contiguous(program.grad().dtype, program.type(3).shape));
  return program.finish();
}

// take(self, index), put_(self, index, source, accumulate): into the flattened tensor.

Inferred infer_take(const Call& call) {
  if (call.operand(1).type.dtype != Dtype::int64) return failure("take(): Expected a long tensor for index");
  return fresh(graph::contiguous(call.operand(0).type.dtype, call.operand(1).type.shape));
}

std::vector<graph::GradStep> backward_take(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

std::string error_in_put(const Call& call) {
  if (call.operand(1).type.dtype != Dtype::int64) return "put_(): Expected a long tensor for index";
  if (call.operand(1).type.numel() != call.operand(2).type.numel()) {
    return "put_(): Expected source and index to have the same number of elements";
  }
  return {};
}

Inferred infer_put(const Call& call) {
  if (std::string error = error_in_put(call); !error.empty()) return failure(error);
  return fresh(graph::like(call.operand(0).type, call.operand(0).type.dtype));
}

Inferred infer_put_in_place(const Call& call) {
  if (std::string error = error_in_put(call); !error.empty()) return failure(error);
  return in_place(call, 0);
}

Saved saves_put(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved{.operands = {operand_of(call, 1)}};
  if (needs_grad(call, 2)) saved.operands.push_back(operand_of(call, 2));
  return saved;
}

std::vector<graph::GradStep> backward_put(const BackwardCall& call) {
  Program program(call);
  if (call.call.boolean(3)) {
    program.passed(0, program.grad());
  } else {
    program.computed(0, graph::like(program.grad(), program.grad().dtype));
  }
  program.computed(2, graph::contiguous(program.grad().dtype, program.type(2).shape));
  return program.finish();
}

// scatter_reduce(self, dim, index, src, reduce): everything is kept, whatever the reduction.

Inferred infer_reduce(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  if (call.operand(2).type.dtype != Dtype::int64) return failure("scatter(): Expected dtype int64 for index");
  if (std::string error = scatter_error(call); !error.empty()) return failure(error);
  static constexpr std::array<std::string_view, 5> kReductions = {"sum", "prod", "mean", "amax", "amin"};
  const auto& reduction = std::get<std::string>(call.args[4]);
  if (std::find(kReductions.begin(), kReductions.end(), reduction) == kReductions.end()) {
    return failure("reduce argument must be either sum, prod, mean, amax or amin, got " + reduction);
  }
  return fresh(graph::contiguous(self.dtype, self.shape));
}

Inferred infer_reduce_in_place(const Call& call) {
  const Inferred inferred = infer_reduce(call);
  return inferred.error.empty() ? in_place(call, 0) : inferred;
}

Saved saves_reduce_in_place(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 2), operand_of(call, 3)},
          .outputs = {0},
          .extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

/// scatter_reduce_backward, formula by formula: what a statement makes lives until the function returns, what it makes
/// on the way until the statement ends (torch/csrc/autograd/FunctionsManual.cpp, 1.13 to 2.4). Both gradients are
/// computed whoever needs one.
class ReduceBackward {
 public:
  explicit ReduceBackward(const BackwardCall& call)
      : program_(call),
        self_(graph::contiguous(program_.grad().dtype, program_.type(0).shape)),
        index_(graph::contiguous(program_.grad().dtype, program_.type(2).shape)),
        source_(graph::contiguous(program_.grad().dtype, program_.type(3).shape)),
        include_self_(call.call.boolean(5)) {}

  std::vector<graph::GradStep> play(std::string_view reduction) {
    if (reduction == "sum") sum();
    if (reduction == "mean") mean();
    if (reduction == "prod") product();
    if (reduction == "amax" || reduction == "amin") extreme();
    return program_.finish();
  }

 private:
  int make(const TensorType& type, std::string_view what) { return program_.temporary(type, what); }
  int mask(const TensorType& type) { return program_.temporary(dense_bytes(Dtype::boolean, type.shape), "mask"); }

  /// `grad_self` < 0: the incoming gradient.
  void give(int grad_self, int grad_source) {
    if (!include_self_) {
      const int scattered = make(self_, "gradient");
      if (grad_self >= 0) program_.release(grad_self);
      grad_self = scattered;
    }
    grad_self < 0 ? program_.passed(0, program_.grad()) : program_.promoted(0, grad_self, self_);
    program_.promoted(3, grad_source, index_);
  }
  void sum() { give(-1, make(index_, "gathered gradient")); }
  void mean() {
    const int start = make(self_, "ones"), ones = make(source_, "ones");
    make(self_, "counts");
    program_.release(ones);
    program_.release(start);
    program_.release(mask(self_));
    const int grad_self = make(self_, "gradient");
    make(index_, "gathered counts");
    const int gathered = make(index_, "gathered gradient"), grad_source = make(index_, "gradient");
    program_.release(gathered);
    give(grad_self, grad_source);
  }
  void extreme() {
    make(index_, "gathered result");
    const int same_self = mask(self_);
    make(self_, "whether it is the result");
    program_.release(same_self);
    const int same_source = mask(index_);
    make(index_, "whether it is the result");
    program_.release(same_source);
    make(self_, "counts");
    make(self_, "gradient by count");
    const int again_self = mask(self_), grad_self = make(self_, "gradient");
    program_.release(again_self);
    const int again_source = mask(index_);
    const int gathered = make(index_, "gathered gradient"), grad_source = make(index_, "gradient");
    program_.release(gathered);
    program_.release(again_source);
    give(grad_self, grad_source);
  }
  int product_of_self() {
    const int zero = mask(self_);
    make(self_, "masked input");
    program_.release(zero);
    make(self_, "masked result");
    const int product = make(self_, "product"), grad_self = make(self_, "gradient");
    program_.release(product);
    return grad_self;
  }
  void count_zeros() {
    const int zeros = make(self_, "zeros"), converted = make(source_, "mask of the source");
    const int counts = make(self_, "counts of zeros");
    make(index_, "gathered counts");
    for (const int done : {counts, converted, zeros}) program_.release(done);
    const int single = mask(index_);
    mask(index_);
    program_.release(single);
  }
  void product() {
    const int grad_self = product_of_self();
    mask(source_);
    count_zeros();
    make(source_, "masked source");
    make(self_, "masked result");
    const int first = make(self_, "product"), gathered = make(index_, "gathered product");
    const int second = make(self_, "product"), other = make(index_, "gathered product");
    const int divisor = make(source_, "masked source"), quotient = make(index_, "quotient");
    const int chosen = make(index_, "gradient");
    for (const int done : {quotient, divisor, other, second, gathered, first}) program_.release(done);
    give(grad_self, chosen);
  }

  Program program_;
  TensorType self_, index_, source_;
  bool include_self_;
};

std::vector<graph::GradStep> backward_reduce(const BackwardCall& call) {
  return ReduceBackward(call).play(std::get<std::string>(call.call.args[4]));
}

// scatter with a reduction is not differentiable and left to scatter_reduce.

Inferred infer_renorm(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() < 2) return failure("renorm: input needs at least 2 dimensions, got " + std::to_string(self.rank()));
  if (wrap(call.integer(2), self.rank()) < 0) return failure(dim_error(call.integer(2), self.rank()));
  return fresh(graph::contiguous(self.dtype, self.shape));
}

Operand indices(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::int64); }

Cases write_cases() {
  return {{tensor({3, 4}), 0, indices({2}), tensor({2, 4})},
          {tensor({5, 3}), -1, indices({2}), data({5, 2})},
          {data({7}), 0, indices({3}), tensor({3})}};
}
Cases in_place_cases() {
  return {{tensor({3, 4}), 0, indices({2}), tensor({2, 4})}, {data({5, 3}), -1, indices({2}), data({5, 2})}};
}
Cases fill_cases() { return {{tensor({3, 4}), 0, indices({2}), 1.0}, {tensor({5, 3}), -1, indices({2}), 0.5}}; }
Cases take_cases() { return {{tensor({3, 4}), indices({5})}, {tensor({7}), indices({2, 3})}}; }
Cases put_cases() {
  return {{tensor({3, 4}), indices({5}), tensor({5})}, {tensor({7}), indices({2, 3}), data({2, 3}), true}};
}
Cases reduce_cases() {
  return {{tensor({3, 4}), 1, indices({3, 2}), tensor({3, 2}), "sum"},
          {tensor({5}), 0, indices({4}), data({4}), "amax"}};
}
Cases renorm_cases() { return {{tensor({3, 4}), 2, 0, 1.0}, {tensor({5, 2, 3}), 1, 1, 0.5}}; }

template <Literal name, bool adds, bool has_source, Cases (*cases)(), Literal python, Literal arguments>
constexpr Op writing() {
  constexpr auto& kFunction = kText<"torch.", python>;
  constexpr auto& kMethod = kText<"Tensor.", python>;
  return {.schema = kText<name, "(Tensor self, ", arguments, ") -> Tensor">,
          .names = kTexts<kFunction, kMethod>,
          .infer = infer_write<has_source>,
          .saves = saves_write<adds, has_source>,
          .backward = backward_write<adds, has_source>,
          .samples = samples<name, cases>};
}

template <Literal name, bool adds, bool has_source, Cases (*cases)(), Literal python, Literal arguments>
constexpr Op writing_in_place() {
  return {.schema = kText<name, "(Tensor(a!) self, ", arguments, ") -> Tensor(a!)">,
          .names = names<python>(),
          .infer = infer_write_in_place<has_source>,
          .saves = saves_write<adds, has_source>,
          .backward = backward_write<adds, has_source>,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    writing<"index_add", true, true, write_cases, "index_add",
            "int dim, Tensor index, Tensor source, *, Scalar alpha=1">(),
    writing_in_place<"index_add_", true, true, in_place_cases, "Tensor.index_add_",
                     "int dim, Tensor index, Tensor source, *, Scalar alpha=1">(),
    writing<"index_copy", false, true, write_cases, "index_copy", "int dim, Tensor index, Tensor source">(),
    writing_in_place<"index_copy_", false, true, in_place_cases, "Tensor.index_copy_",
                     "int dim, Tensor index, Tensor source">(),
    writing<"index_fill.int_Scalar", false, false, fill_cases, "index_fill", "int dim, Tensor index, Scalar value">(),
    writing_in_place<"index_fill_.int_Scalar", false, false, fill_cases, "Tensor.index_fill_",
                     "int dim, Tensor index, Scalar value">(),
    plain<"take", "(Tensor self, Tensor index) -> Tensor", infer_take, keeps<At<0, 1>>, backward_take, take_cases>(),
    plain<"put", "(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor", infer_put, saves_put,
          backward_put, put_cases>(),
    declared<"put_", "(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!)",
             infer_put_in_place, saves_put, backward_put, put_cases, "Tensor.put_">(),
    declared<"scatter_reduce.two",
             "(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor",
             infer_reduce, keeps<At<0, 2, 3>, At<0>>, backward_reduce, reduce_cases, "torch.scatter_reduce",
             "Tensor.scatter_reduce">(),
    declared<"scatter_reduce_.two",
             "(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> "
             "Tensor(a!)",
             infer_reduce_in_place, saves_reduce_in_place, backward_reduce, reduce_cases, "Tensor.scatter_reduce_">(),
    plain<"renorm", "(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor", infer_renorm, keeps<At<0>>,
          gives<2, 0>, renorm_cases>(),
};

}  // namespace scattering_op
}  // namespace

std::span<const Op> scattering_ops() { return scattering_op::kOps; }

}  // namespace vramlint::ops
