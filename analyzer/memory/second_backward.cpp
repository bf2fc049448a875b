// torch.autograd.grad with create_graph: what the first backward makes has a history itself. A node's gradients depend
// on those that came in, and on the operands that the node kept in order to make them; what leads to these is of their
// sizes, made with what the node's own backward takes meanwhile.
#include "memory/engine.h"

#include <algorithm>

#include "graph/operator_name.h"

namespace vramlint::memory {

namespace {

/// Which operands the gradients of the others are made of.
std::vector<bool> operands_used(const graph::Node& node, const std::vector<Gradient>& outgoing,
                                const graph::TorchProfile& torch) {
  std::vector<bool> used(node.inputs.size());
  if (!node.call.op->saves) return used;
  graph::Call call = node.call;
  for (size_t wanted = 0; wanted < outgoing.size(); ++wanted) {
    if (!outgoing[wanted]) continue;
    for (size_t i = 0; i < call.operands.size(); ++i) call.operands[i].requires_grad = i == wanted;
    const graph::Saved saved = node.call.op->saves(call, node.outputs, torch);
    if (!saved.outputs.empty()) used.assign(used.size(), true);
    for (const int operand : saved.operands) used.at(static_cast<size_t>(operand)) = true;
  }
  return used;
}

Gradient with(const Gradient& gradient, Edge history) {
  return std::make_shared<const GradientTensor>(
      GradientTensor{gradient->storage, gradient->type, gradient->view, history});
}

/// What the kernel takes that makes a gradient's gradient: that of the call itself.
std::vector<StorageRef> scratch_of(const graph::Node& node, const GradientProgram& program) {
  std::vector<StorageRef> made;
  if (!node.call.op->forward) return made;
  for (const graph::Temporary& each : node.call.op->forward(node.call, node.outputs, program.torch)) {
    const Label label{.category = each.workspace ? Category::workspace : Category::temporary,
                      .module = node.module,
                      .op = each.what.empty() ? operator_name(*node.call.op) : each.what,
                      .span = node.span};
    made.push_back(each.workspace ? program.workspace(node, ConvolutionPass::forward, each.bytes, label)
                                  : program.storages.make(each.bytes, label));
  }
  return made;
}

/// What a second derivative of the operands is made of (tools/autograd/derivatives.yaml [1.13 to 2.4]).
enum class Shape : uint8_t {
  piecewise,  ///< nothing, it is zeros: the gradients that came in need not be kept
  product,    ///< of those and the other operand
  curved      ///< of those and the operand, by way of another tensor
};

Shape shape_of(const graph::Node& node) {
  const std::string_view name = graph::operator_name(*node.call.op);
  constexpr std::string_view kPiecewise[] = {"relu",  "leaky_relu", "threshold", "hardtanh", "relu6",      "abs",
                                             "clamp", "rrelu",      "max_pool",  "avg_pool", "adaptive_",  "dropout",
                                             "amax",  "amin",       "max",       "min",      "native_drop"};
  constexpr std::string_view kProducts[] = {"linear", "addmm", "mm", "bmm", "baddbmm", "matmul", "conv", "mul"};
  const auto begins = [&](std::string_view start) { return name.starts_with(start); };
  if (std::any_of(std::begin(kProducts), std::end(kProducts), begins)) return Shape::product;
  return std::any_of(std::begin(kPiecewise), std::end(kPiecewise), begins) ? Shape::piecewise : Shape::curved;
}

bool is_view(const graph::Output& output) { return output.alias == graph::Output::Alias::view; }

}  // namespace

NodeIndex Engine::record(NodeIndex like, Recorded recorded, std::vector<Edge> edges, std::vector<StorageRef> saved) {
  const NodeIndex made = autograd_.record(*autograd_[like].source, std::move(edges), std::move(saved));
  autograd_.set_recorded(made, recorded);
  autograd_.retain(made);
  histories_.push_back(made);
  return made;
}

void Engine::let_go_of_histories() {
  for (const NodeIndex history : histories_) autograd_.release(history);
  histories_.clear();
}

/// Third derivatives have none.
std::vector<Gradient> Engine::with_history(NodeIndex node, const std::vector<Gradient>& incoming,
                                           std::vector<Gradient> outgoing) {
  const AutogradNode& call = autograd_[node];
  if (!call.source || call.recorded != Recorded::call) return outgoing;
  std::vector<Edge> edges;
  for (const Gradient& came : incoming) edges.push_back(came ? came->history : Edge{});
  const std::vector<bool> used = operands_used(*call.source, outgoing, program_.torch);
  std::vector<StorageRef> saved;
  bool is_linear = true;
  for (size_t i = 0; i < call.edges.size(); ++i) {
    const bool leads = call.edges[i] && i < used.size() && used[i];
    edges.push_back(leads ? call.edges[i] : Edge{});
    is_linear = is_linear && !(i < used.size() && used[i]);
  }
  if (!is_linear) {
    saved = call.saved;
    for (const Gradient& came : incoming)
      if (came && shape_of(*call.source) != Shape::piecewise) saved.push_back(came->storage);
  }
  if (std::none_of(edges.begin(), edges.end(), [](const Edge& edge) { return static_cast<bool>(edge); }))
    return outgoing;
  const NodeIndex history = record(node, Recorded::again, std::move(edges), std::move(saved));
  for (size_t i = 0; i < outgoing.size(); ++i)
    if (outgoing[i]) outgoing[i] = with(outgoing[i], {history, static_cast<int>(i)});
  return outgoing;
}

/// What comes in is one gradient per operand of the call; what goes out, one per result of it and one per operand.
std::vector<Gradient> Engine::again(NodeIndex node, const std::vector<Gradient>& incoming) {
  const std::vector<Edge> edges = autograd_[node].edges;
  const graph::Node& source = *autograd_[node].source;
  const size_t results = source.results.size();
  std::vector<Gradient> outgoing(edges.size());
  const auto first =
      std::find_if(incoming.begin(), incoming.end(), [](const Gradient& each) { return each != nullptr; });
  if (first == incoming.end()) return outgoing;
  const bool to_operands = std::any_of(edges.begin() + static_cast<std::ptrdiff_t>(results), edges.end(),
                                       [](const Edge& edge) { return static_cast<bool>(edge); });
  std::vector<Gradient> of_results(results);
  std::vector<StorageRef> scratch = scratch_of(source, program_);
  for (size_t i = 0; i < results; ++i) {
    if (!edges[i] && !to_operands) continue;
    const graph::Output& output = source.outputs[i];
    const graph::TensorType type = graph::contiguous(output.type.dtype, output.type.shape);
    const bool passes = is_view(output) || (!to_operands && (*first)->type.shape == type.shape);
    of_results[i] = passes ? make_view((*first)->storage, type)
                           : make_gradient(program_.storages.make(type.bytes(), (*first)->storage.label()), type);
    if (edges[i]) outgoing[i] = of_results[i];
  }
  scratch.clear();
  if (!to_operands) return outgoing;
  if (shape_of(source) == Shape::curved)
    scratch.push_back(program_.storages.make(source.outputs[0].type.bytes(), (*first)->storage.label()));
  std::vector<Gradient> made = program_.run(source, std::move(of_results), nullptr);
  for (size_t i = 0; i < made.size() && results + i < edges.size(); ++i)
    if (edges[results + i]) outgoing[results + i] = std::move(made[i]);
  return outgoing;
}

}  // namespace vramlint::memory
