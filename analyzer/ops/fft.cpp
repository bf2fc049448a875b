// Fourier transforms (torch.fft). Each public function is one transform, before it a copy where the input is padded or
// has to become complex first (aten/src/ATen/native/SpectralOps.cpp, 1.13 to 2.7):
//
//   real to complex     keeps its (padded) input, by a size asked for in a form that is not turned into metadata
//                       (derivatives.yaml, _fft_r2c, 1.13 to 2.4); its gradient is a two-sided complex transform, of
//                       which the real part is a view
//   complex to complex  keeps nothing
//   complex to real     keeps nothing; cuFFT overwrites its input, so that a copy is made first
//
// cuFFT's work area lies in the caching allocator (native/cuda/CuFFTPlanCache.h). Its size is documented by bounds only
// (cuFFT documentation, "Transform planning"): none to one copy of the data for sizes that are products of 2, 3, 5 and
// 7, up to eight copies otherwise. The point is one copy where several dimensions are transformed;
// memory/libraries/cufft says what was measured.
#include <numeric>

#include "ops/declare.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace fft_op {

enum class Kind : uint8_t { to_complex, complex, to_real };

Dtype complex_of(Dtype dtype) {
  return dtype == Dtype::float64 || dtype == Dtype::complex128 ? Dtype::complex128 : Dtype::complex64;
}

Dtype real_of(Dtype dtype) {
  if (dtype == Dtype::float64 || dtype == Dtype::complex128) return Dtype::float64;
  return dtype == Dtype::float16 ? Dtype::float16 : Dtype::float32;
}

struct Transform {
  Kind kind = Kind::complex;
  TensorType input;        // as the transform sees it: padded or cut, in its dtype
  bool converted = false;  // real input made complex by a copy
  bool padded = false, cut = false;
  std::vector<size_t> dims;  // the last one is halved
  Shape output;
  int64_t last = 0;  // two-sided size of the last dimension
  bool onesided = false;
  std::string error;
};

/// fft_fft and its kin take one size and one dimension, the others lists of both.
enum class Form : uint8_t { one, two, many };

std::vector<int64_t> given_dims(const Call& call, int64_t rank, size_t sizes) {
  if (!call.is_none(2) && std::holds_alternative<int64_t>(call.args[2])) return {call.integer(2)};
  if (!call.is_none(2)) return call.ints(2);
  std::vector<int64_t> dims(sizes > 0 ? sizes : static_cast<size_t>(rank));
  std::iota(dims.begin(), dims.end(), rank - static_cast<int64_t>(dims.size()));
  return dims;
}

void resize(Transform& transform, const Shape& sizes) {
  for (size_t i = 0; i < sizes.size() && i < transform.dims.size(); ++i) {
    if (sizes[i].point < 0) continue;
    int64_t wanted = sizes[i].point;
    const bool halves = transform.kind == Kind::to_real && i + 1 == sizes.size();
    if (halves) wanted = wanted / 2 + 1;
    Dim& size = transform.input.shape[transform.dims[i]];
    transform.padded = transform.padded || wanted > size.point;
    transform.cut = transform.cut || wanted < size.point;
    size = Dim(wanted).from(sizes[i].sources);
  }
  if (transform.padded) {
    transform.input = graph::contiguous(transform.input.dtype, transform.input.shape);
  }
}

std::string read_dims(const Call& call, Transform& transform) {
  const int64_t rank = transform.input.rank();
  const Shape sizes = call.is_none(1) ? Shape() : call.sizes(1);
  const std::vector<int64_t> dims = given_dims(call, rank, sizes.size());
  if (!sizes.empty() && sizes.size() != dims.size()) {
    return "When given, dim and shape arguments must have the same length";
  }
  for (int64_t dim : dims) {
    if (wrap(dim, rank) < 0 || rank == 0) return dim_error(dim, rank);
    transform.dims.push_back(static_cast<size_t>(wrap(dim, rank)));
  }
  if (transform.dims.empty()) return "expected at least one dimension to transform";
  for (size_t i = 0; i < transform.dims.size(); ++i) {
    if (std::count(transform.dims.begin(), transform.dims.end(), transform.dims[i]) > 1) {
      return "FFT dims must be unique";
    }
  }
  const size_t last = transform.dims.back();
  const bool sized = !sizes.empty() && sizes.back().point >= 0;
  const int64_t present = transform.input.shape[last].point;
  transform.last = sized ? sizes.back().point : transform.kind == Kind::to_real ? 2 * (present - 1) : present;
  if (transform.last < 1) return "Invalid number of data points (" + std::to_string(transform.last) + ") specified";
  resize(transform, sizes);
  return {};
}

/// fft_fft of a real tensor is a two-sided real to complex transform; fft_ifft too. The others make it complex first.
Transform transform_of(const Call& call, Kind kind, Form form) {
  Transform transform{.kind = kind, .input = call.operand(0).type};
  const bool is_complex = graph::is_complex(transform.input.dtype);
  if (kind == Kind::to_complex && is_complex) {
    transform.error = "expects a real input tensor, but got " + std::string(to_string(transform.input.dtype));
    return transform;
  }
  transform.onesided = kind == Kind::to_complex;
  const Dtype real = real_of(transform.input.dtype);
  if (kind == Kind::complex && !is_complex && form == Form::one) {
    transform.kind = Kind::to_complex;
  } else if (kind != Kind::to_complex && !is_complex) {
    transform.converted = true;
  }
  if (!is_complex) transform.input.dtype = transform.converted ? complex_of(real) : real;
  transform.error = read_dims(call, transform);
  if (!transform.error.empty()) return transform;
  transform.output = transform.input.shape;
  Dim& last = transform.output[transform.dims.back()];
  if (transform.kind == Kind::to_complex && transform.onesided) last = Dim(transform.last / 2 + 1).from(last.sources);
  if (transform.kind == Kind::to_real) last = Dim(transform.last).from(last.sources);
  return transform;
}

/// Batch dimensions in the input's order of strides, the transformed ones innermost (native/cuda/SpectralOps.cpp,
/// _exec_fft, 1.13 to 2.7).
TensorType laid_out(Dtype dtype, const Shape& shape, const Transform& transform) {
  std::vector<size_t> order;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (std::find(transform.dims.begin(), transform.dims.end(), i) == transform.dims.end()) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t left, size_t right) {
    return transform.input.strides[left] > transform.input.strides[right];
  });
  std::vector<size_t> transformed = transform.dims;
  std::sort(transformed.begin(), transformed.end());
  order.insert(order.end(), transformed.begin(), transformed.end());
  TensorType made{.dtype = dtype, .shape = shape, .strides = Strides(shape.size(), 1)};
  int64_t next = 1;
  for (size_t i = order.size(); i-- > 0;) {
    made.strides[order[i]] = next;
    next = saturating_product(next, std::max<int64_t>(shape[order[i]].point, 1));
  }
  return made;
}

Dtype result_dtype(const Transform& transform) {
  return transform.kind == Kind::to_real ? real_of(transform.input.dtype) : complex_of(transform.input.dtype);
}

template <Kind kind, Form form>
Inferred infer(const Call& call) {
  const Transform transform = transform_of(call, kind, form);
  if (!transform.error.empty()) return failure(transform.error);
  return fresh(laid_out(result_dtype(transform), transform.output, transform));
}

template <Kind kind, Form form>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Transform transform = transform_of(call, kind, form);
  if (transform.kind != Kind::to_complex) return {};
  if (transform.padded || transform.input.dtype != call.operand(0).type.dtype) {
    return {.extras = {{transform.input.bytes(), "padded input"}}};
  }
  return {.operands = {operand_of(call, 0)}};
}

bool smooth(int64_t n) {
  for (int64_t factor : {2, 3, 5, 7}) {
    while (n > 1 && n % factor == 0) n /= factor;
  }
  return n <= 1;
}

Interval work_area(const Transform& transform) {
  const Shape& larger = transform.kind == Kind::to_real ? transform.input.shape : transform.output;
  const Interval data = dense_bytes(complex_of(transform.input.dtype), larger);
  const bool easy = std::all_of(transform.dims.begin(), transform.dims.end(), [&](size_t dim) {
    return smooth(dim == transform.dims.back() ? transform.last : transform.output[dim].point);
  });
  const Interval high = easy ? data : scaled(data, 8);
  return {Bytes(0), transform.dims.size() > 1 || !easy ? data.point : Bytes(0), high.high};
}

template <Kind kind, Form form>
std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Transform transform = transform_of(call, kind, form);
  std::vector<Temporary> temporaries;
  if (transform.converted) {
    temporaries.push_back({.bytes = dense_bytes(transform.input.dtype, call.operand(0).type.shape),
                           .what = "complex input",
                           .before_output = true});
  }
  if (transform.padded && transform.kind != Kind::to_complex) {
    temporaries.push_back({.bytes = transform.input.bytes(), .what = "padded input", .before_output = true});
  }
  if (transform.kind == Kind::to_real) {
    temporaries.push_back({.bytes = transform.input.bytes(), .what = "copy that cuFFT overwrites"});
  }
  temporaries.push_back({.bytes = work_area(transform), .what = "cuFFT work area", .workspace = true});
  return temporaries;
}

/// A view: to_copy_backward, torch/csrc/autograd/FunctionsManual.cpp.
TensorType real_part(TensorType type) {
  type.dtype = real_of(type.dtype);
  for (int64_t& stride : type.strides) stride *= 2;
  return type;
}

/// Zeros of the full size into which the gradient of what was cut goes.
void back_to_size(Program& program, const Transform& transform, int slot, const TensorType& made, bool as_view) {
  const TensorType& self = program.type(0);
  if (!transform.cut && !transform.padded) {
    if (as_view) {
      program.promoted(0, slot, made);
    } else {
      program.computed(0, made);
    }
    return;
  }
  program.computed(0, graph::contiguous(self.dtype, self.shape));
}

std::vector<graph::GradStep> backward_to_complex(const BackwardCall& call, const Transform& transform) {
  Program program(call);
  Shape full = transform.output;
  full[transform.dims.back()] = transform.last;
  const Dtype dtype = complex_of(transform.input.dtype);
  if (transform.onesided && transform.last / 2 + 1 < transform.last) {
    program.temporary(dense_bytes(dtype, full), "two-sided gradient");
  }
  const int space = program.workspace(work_area(transform), "cuFFT work area");
  const int slot = program.temporary(dense_bytes(dtype, full), "complex gradient");
  program.release(space);
  const TensorType real = real_part(laid_out(dtype, full, transform));
  if (program.type(0).dtype != real.dtype) {
    program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  } else {
    back_to_size(program, transform, slot, real, true);
  }
  return program.finish();
}

template <Kind kind, Form form>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  const Transform transform = transform_of(call.call, kind, form);
  if (transform.kind == Kind::to_complex) return backward_to_complex(call, transform);
  Program program(call);
  const int space = program.workspace(work_area(transform), "cuFFT work area");
  const TensorType made = laid_out(transform.input.dtype, transform.input.shape, transform);
  const bool between = transform.converted || transform.cut || transform.padded;
  const int slot = between ? program.temporary(made, "gradient of the transform") : -1;
  program.release(space);
  if (transform.converted && !transform.cut && !transform.padded && made.dtype == complex_of(program.type(0).dtype)) {
    program.promoted(0, slot, real_part(made));
  } else if (transform.converted) {
    program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  } else {
    back_to_size(program, transform, -1, made, false);
  }
  return program.finish();
}

constexpr Dtype kComplex = Dtype::complex64;

Cases one_cases() { return {{tensor({2, 3, 8}, kComplex)}, {tensor({2, 7})}, {tensor({2, 5}, kComplex), 8}}; }
Cases many_cases() {
  return {{tensor({2, 3, 4, 8}, kComplex)},
          {tensor({2, 5, 7})},
          {tensor({2, 5, 6}, kComplex), ints({3, 8}), ints({-2, -1})}};
}
Cases real_one_cases() { return {{tensor({2, 3, 8})}, {tensor({2, 7})}, {tensor({2, 5}), 8}, {tensor({2, 9}), 6}}; }
Cases real_many_cases() {
  return {{tensor({2, 3, 4, 8})}, {tensor({2, 5, 7})}, {tensor({2, 5, 6}), ints({5, 8}), ints({-2, -1})}};
}
Cases back_one_cases() { return {{tensor({2, 3, 5}, kComplex)}, {tensor({2, 4}, kComplex), 7}}; }
Cases back_many_cases() {
  return {{tensor({2, 3, 4, 5}, kComplex)}, {tensor({2, 5, 4}, kComplex), ints({5, 7}), ints({-2, -1})}};
}

template <Literal name, Literal arguments, Kind kind, Form form, Cases (*cases)(), Literal python>
constexpr Op transform() {
  return {.schema = kText<name, "(Tensor self, ", arguments, ", str? norm=None) -> Tensor">,
          .names = names<python>(),
          .infer = infer<kind, form>,
          .saves = saves<kind, form>,
          .forward = forward<kind, form>,
          .backward = backward<kind, form>,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    transform<"fft_fft", "int? n=None, int dim=-1", Kind::complex, Form::one, one_cases, "torch.fft.fft">(),
    transform<"fft_ifft", "int? n=None, int dim=-1", Kind::complex, Form::one, one_cases, "torch.fft.ifft">(),
    transform<"fft_rfft", "int? n=None, int dim=-1", Kind::to_complex, Form::one, real_one_cases, "torch.fft.rfft">(),
    transform<"fft_irfft", "int? n=None, int dim=-1", Kind::to_real, Form::one, back_one_cases, "torch.fft.irfft">(),
    transform<"fft_fft2", "int[1]? s=None, int[1] dim=[-2,-1]", Kind::complex, Form::two, many_cases,
              "torch.fft.fft2">(),
    transform<"fft_ifft2", "int[1]? s=None, int[1] dim=[-2,-1]", Kind::complex, Form::two, many_cases,
              "torch.fft.ifft2">(),
    transform<"fft_rfft2", "int[1]? s=None, int[1] dim=[-2,-1]", Kind::to_complex, Form::two, real_many_cases,
              "torch.fft.rfft2">(),
    transform<"fft_irfft2", "int[1]? s=None, int[1] dim=[-2,-1]", Kind::to_real, Form::two, back_many_cases,
              "torch.fft.irfft2">(),
    transform<"fft_fftn", "int[1]? s=None, int[1]? dim=None", Kind::complex, Form::many, many_cases,
              "torch.fft.fftn">(),
    transform<"fft_ifftn", "int[1]? s=None, int[1]? dim=None", Kind::complex, Form::many, many_cases,
              "torch.fft.ifftn">(),
    transform<"fft_rfftn", "int[1]? s=None, int[1]? dim=None", Kind::to_complex, Form::many, real_many_cases,
              "torch.fft.rfftn">(),
    transform<"fft_irfftn", "int[1]? s=None, int[1]? dim=None", Kind::to_real, Form::many, back_many_cases,
              "torch.fft.irfftn">(),
};

}  // namespace fft_op
}  // namespace

std::span<const Op> fft_ops() { return fft_op::kOps; }

}  // namespace vramlint::ops
