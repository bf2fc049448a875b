// The node that a torch.autograd.Function of the program's own leaves behind. Its forward has run without recording;
// what it gave to save_for_backward is kept (torch/csrc/autograd/python_function.cpp, process_outputs and
// _save_variables). Its backward is Python, followed as a program of its own (graph::Node::backward); what stands here
// is for a backward that cannot be followed: a gradient for every input that needs one.
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace custom_op {

const std::vector<int>& list(const Call& call, size_t arg) {
  return std::get<graph::OperandList>(call.args[arg]).indices;
}

Inferred infer(const Call& call) {
  Inferred inferred;
  for (const int result : list(call, 0)) {
    inferred.outputs.push_back(
        {.alias = Output::Alias::view, .operand = result, .type = call.operands[static_cast<size_t>(result)].type});
  }
  return inferred;
}

Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = list(call, 2), .outputs = {}, .extras = {}};
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  for (int operand : list(call.call, 1)) {
    program.computed_operand(operand, call.call.operands[static_cast<size_t>(operand)].type);
  }
  return program.finish();
}

std::vector<Operand> operands(std::initializer_list<Operand> given) { return given; }

Cases cases() {
  return {{operands({data({2, 3})}), operands({tensor({2, 3})}), operands({data({2, 3})})},
          {operands({data({5}), data({7, 1})}), operands({tensor({5}), tensor({3, 5})}), operands({})}};
}

constexpr Op kOps[] = {
    {.schema = "_function(Tensor[] results, Tensor[] inputs, Tensor[] saved) -> Tensor[]",
     .names = names<"torch._VF._function">(),
     .infer = infer,
     .saves = saves,
     .backward = backward,
     .samples = samples<"_function", cases>},
};

}  // namespace custom_op
}  // namespace

std::span<const Op> custom_ops() { return custom_op::kOps; }

}  // namespace vramlint::ops
