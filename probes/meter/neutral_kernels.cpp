#include "probes/meter/neutral_kernels.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <torch/library.h>

#include <array>
#include <vector>

#include "probes/executor/optional.h"

namespace vramlint::probes {

namespace {

using c10::IValue;
using torch::jit::Stack;

/// Arguments by position, and the results that take their place.
class Frame {
 public:
  Frame(const c10::OperatorHandle& op, Stack* stack) : stack_(*stack), count_(op.schema().arguments().size()) {}

  const IValue& operator[](size_t position) const { return stack_[stack_.size() - count_ + position]; }
  const at::Tensor& tensor(size_t position) const { return (*this)[position].toTensor(); }
  bool has(size_t position) const { return !(*this)[position].isNone() && tensor(position).defined(); }
  std::vector<int64_t> ints(size_t position) const { return (*this)[position].toIntVector(); }
  bool wants(size_t mask, size_t output) const { return (*this)[mask].toBoolList().get(output); }

  void results(const std::vector<at::Tensor>& outputs) {
    torch::jit::drop(stack_, count_);
    for (const at::Tensor& output : outputs) stack_.emplace_back(output);
  }

 private:
  Stack& stack_;
  size_t count_;
};

// ---------------------------------------------------------------- convolution

at::MemoryFormat convolution_format(const at::Tensor& input, const at::Tensor& weight) {
  const at::MemoryFormat of_input = input.suggest_memory_format();
  return of_input == at::MemoryFormat::Contiguous ? weight.suggest_memory_format() : of_input;
}

int64_t at_dim(const std::vector<int64_t>& values, size_t dim) { return values.size() == 1 ? values[0] : values[dim]; }

/// convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)
std::vector<int64_t> convolution_sizes(const Frame& frame) {
  const at::Tensor& input = frame.tensor(0);
  const at::Tensor& weight = frame.tensor(1);
  const auto stride = frame.ints(3), padding = frame.ints(4), dilation = frame.ints(5), extra = frame.ints(7);
  const bool transposed = frame[6].toBool();
  std::vector<int64_t> sizes = {input.size(0), transposed ? weight.size(1) * frame[8].toInt() : weight.size(0)};
  for (int64_t dim = 2; dim < input.dim(); ++dim) {
    const auto i = static_cast<size_t>(dim - 2);
    const int64_t reach = at_dim(dilation, i) * (weight.size(dim) - 1);
    sizes.push_back(transposed ? (input.size(dim) - 1) * at_dim(stride, i) - 2 * at_dim(padding, i) + reach +
                                     at_dim(extra, i) + 1
                               : (input.size(dim) + 2 * at_dim(padding, i) - reach - 1) / at_dim(stride, i) + 1);
  }
  return sizes;
}

void convolution(const c10::OperatorHandle& op, Stack* stack) {
  Frame frame(op, stack);
  const at::MemoryFormat format = convolution_format(frame.tensor(0), frame.tensor(1));
  const at::Tensor input = frame.tensor(0).contiguous(format), weight = frame.tensor(1).contiguous(format);
  frame.results({at::empty(convolution_sizes(frame), input.options(), format)});
}

/// convolution_backward(grad_output, input, weight, bias_sizes, …, output_mask)
void convolution_backward(const c10::OperatorHandle& op, Stack* stack) {
  constexpr size_t kMask = 10;
  Frame frame(op, stack);
  const at::MemoryFormat format = convolution_format(frame.tensor(1), frame.tensor(2));
  const at::Tensor grad = frame.tensor(0).contiguous(format), input = frame.tensor(1).contiguous(format);
  const at::Tensor weight = frame.tensor(2).contiguous(format);
  at::Tensor grad_input, grad_weight, grad_bias;
  if (frame.wants(kMask, 0)) grad_input = at::empty(input.sizes(), input.options(), format);
  if (frame.wants(kMask, 1)) grad_weight = at::empty(weight.sizes(), weight.options(), format);
  if (frame.wants(kMask, 2)) grad_bias = at::empty({grad.size(1)}, grad.options());
  frame.results({grad_input, grad_weight, grad_bias});
}

// ---------------------------------------------------------------- normalisation

/// native_batch_norm_backward(grad_out, input, weight, …, output_mask)
void batch_norm_backward(const c10::OperatorHandle& op, Stack* stack) {
  constexpr size_t kMask = 9;
  Frame frame(op, stack);
  const at::Tensor& input = frame.tensor(1);
  const at::Tensor grad = frame.tensor(0).contiguous(input.suggest_memory_format());
  at::Tensor grad_input, grad_weight, grad_bias;
  if (frame.wants(kMask, 0)) grad_input = at::empty_like(input, input.suggest_memory_format());
  if (frame.wants(kMask, 1)) grad_weight = at::empty({input.size(1)}, frame.tensor(2).options());
  if (frame.wants(kMask, 2)) grad_bias = at::empty({input.size(1)}, frame.tensor(2).options());
  frame.results({grad_input, grad_weight, grad_bias});
}

// ---------------------------------------------------------------- dropout

/// native_dropout(input, p, train)
void dropout(const c10::OperatorHandle& op, Stack* stack) {
  Frame frame(op, stack);
  const at::Tensor& input = frame.tensor(0);
  const at::Tensor output = at::empty_like(input);
  frame.results({output, at::empty_like(input, input.options().dtype(at::kBool))});
}

/// native_dropout_backward(grad_output, mask, scale)
void dropout_backward(const c10::OperatorHandle& op, Stack* stack) {
  Frame frame(op, stack);
  frame.results({at::empty_like(frame.tensor(0))});
}

// ---------------------------------------------------------------- log_sigmoid

void log_sigmoid(const c10::OperatorHandle& op, Stack* stack) {
  Frame frame(op, stack);
  const at::Tensor& input = frame.tensor(0);
  frame.results({at::empty_like(input), at::empty({0}, input.options())});
}

void log_sigmoid_backward(const c10::OperatorHandle& op, Stack* stack) {
  Frame frame(op, stack);
  frame.results({at::empty_like(frame.tensor(0))});
}

// ---------------------------------------------------------------- softmax

/// _softmax_backward_data(grad_output, output, …): the product of the two stands beside the result (cuda/SoftMax.cu).
void softmax_backward(const c10::OperatorHandle& op, Stack* stack) {
  Frame frame(op, stack);
  const at::Tensor grad_input = at::empty_like(frame.tensor(1)), product = at::empty_like(frame.tensor(0));
  frame.results({grad_input});
}

// ---------------------------------------------------------------- the list

struct Kernel {
  Neutral neutral;
  torch::CppFunction (*make)();
};

template <auto* kernel>
torch::CppFunction boxed() {
  return torch::CppFunction::makeFromBoxedFunction<kernel>();
}

constexpr std::string_view kColumns = "the CPU copies into oneDNN's layouts or columns; cuDNN takes a workspace only";
constexpr std::string_view kNoise = "the CPU makes noise in the input's dtype; CUDA writes a mask in one kernel";

const std::array kKernels = {
    Kernel{{"convolution", kColumns}, &boxed<convolution>},
    Kernel{{"convolution_backward", kColumns}, &boxed<convolution_backward>},
    Kernel{{"native_batch_norm_backward", "the CPU makes one more tensor of the input's size"},
           &boxed<batch_norm_backward>},
    Kernel{{"native_dropout", kNoise}, &boxed<dropout>},
    Kernel{{"native_dropout_backward", kNoise}, &boxed<dropout_backward>},
    Kernel{{"log_sigmoid_forward", "the CPU keeps a buffer of the input's size; CUDA's is empty"}, &boxed<log_sigmoid>},
    Kernel{{"log_sigmoid_backward", "reads that buffer"}, &boxed<log_sigmoid_backward>},
    Kernel{
        {"_softmax_backward_data", "the CPU multiplies gradient and result as it goes; CUDA makes their product first"},
        &boxed<softmax_backward>},
};

}  // namespace

std::span<const Neutral> neutral_kernels() {
  static const auto list = [] {
    std::array<Neutral, kKernels.size()> result;
    for (size_t i = 0; i < kKernels.size(); ++i) result[i] = kKernels[i].neutral;
    return result;
  }();
  return list;
}

void install_neutral_kernels() {
  static torch::Library library(torch::Library::IMPL, "aten",
                                torch_type::optional<c10::DispatchKey>(c10::DispatchKey::CPU), __FILE__, __LINE__);
  for (const Kernel& kernel : kKernels) library.impl(std::string(kernel.neutral.schema).c_str(), kernel.make());
}

}  // namespace vramlint::probes
