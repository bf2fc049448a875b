#include <fmt/format.h>

#include <cmath>

#include "base/printable.h"
#include "dump_stage.h"
#include "graph/hash.h"

namespace vramlint::dumping {
namespace {

using graph::Graph;
using graph::Node;

std::string_view name_of(graph::StorageKind kind) {
  switch (kind) {
    case graph::StorageKind::parameter:
      return "parameter";
    case graph::StorageKind::buffer:
      return "buffer";
    case graph::StorageKind::input:
      return "input";
    case graph::StorageKind::intermediate:
      return "intermediate";
    case graph::StorageKind::state:
      return "state";
  }
  return "";
}

std::string_view op_name(const Node& node) { return node.call.op->schema.substr(0, node.call.op->schema.find('(')); }

std::string type_text(const Graph& graph, graph::TensorId tensor) { return to_string(graph.tensors[tensor].type); }

// ---- arguments: tensors as %id of the graph's numbering

struct ArgText {
  const Node& node;
  std::string tensor(int index) const {
    return index < 0 ? "None" : fmt::format("%{}", node.inputs[static_cast<size_t>(index)]);
  }
  std::string operator()(std::monostate) const { return "None"; }
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return "'" + printable_name(value) + "'"; }
  std::string operator()(const std::vector<int64_t>& values) const {
    return fmt::format("[{}]", fmt::join(values, ", "));
  }
  std::string operator()(graph::Dtype dtype) const { return std::string(to_string(dtype)); }
  std::string operator()(graph::OperandRef ref) const { return tensor(ref.index); }
  std::string operator()(const graph::OperandList& list) const {
    std::vector<std::string> items;
    for (const int index : list.indices) items.push_back(tensor(index));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
};

struct ArgJson {
  const Node& node;
  Json tensor(int index) const {
    return index < 0 ? Json(nullptr) : Json{{"tensor", node.inputs[static_cast<size_t>(index)]}};
  }
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(bool value) const { return value; }
  Json operator()(int64_t value) const { return value; }
  Json operator()(double value) const {  // JSON has no numbers for infinity and what is none
    return std::isfinite(value) ? Json(value) : Json{{"real", fmt::format("{}", value)}};
  }
  Json operator()(const std::string& value) const { return value; }
  Json operator()(const std::vector<int64_t>& values) const { return values; }
  Json operator()(graph::Dtype dtype) const { return Json{{"dtype", to_string(dtype)}}; }
  Json operator()(graph::OperandRef ref) const { return tensor(ref.index); }
  Json operator()(const graph::OperandList& list) const {
    Json items = Json::array();
    for (const int index : list.indices) items.push_back(tensor(index));
    return items;
  }
};

std::string arguments_text(const Node& node) {
  std::vector<std::string> arguments;
  for (const graph::Arg& arg : node.call.args) arguments.push_back(std::visit(ArgText{node}, arg));
  return fmt::format("{}", fmt::join(arguments, ", "));
}

std::string results_text(const Node& node) {
  std::vector<std::string> results;
  for (const graph::TensorId result : node.results) results.push_back(fmt::format("%{}", result));
  return fmt::format("{}", fmt::join(results, ", "));
}

std::string_view alias_text(const graph::Output& output) {
  switch (output.alias) {
    case graph::Output::Alias::fresh:
      return "";
    case graph::Output::Alias::view:
      return " view";
    case graph::Output::Alias::in_place:
      return " in place";
  }
  return "";
}

std::string tensors_text(const std::vector<graph::TensorId>& tensors) {
  std::vector<std::string> items;
  for (const graph::TensorId tensor : tensors) items.push_back(fmt::format("%{}", tensor));
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string of_parameters(const std::vector<graph::TensorId>& parameters) {
  return parameters.empty() ? "" : " of " + tensors_text(parameters);
}

template <typename T>
Json known_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// ---- events, one line each

struct EventText {
  const Graph& graph;
  std::string operator()(const Node& node) const {
    std::vector<std::string> types;
    for (size_t i = 0; i < node.results.size(); ++i) {
      types.push_back(type_text(graph, node.results[i]) + std::string(alias_text(node.outputs[i])));
    }
    const std::string module = printable_name(graph.modules[node.module]);
    const std::string where = place(node.span);
    return fmt::format("{} = {}({})  {}{}{}{}", results_text(node), op_name(node), arguments_text(node),
                       fmt::join(types, ", "), node.recorded ? "  recorded" : "", module.empty() ? "" : "  " + module,
                       where.empty() ? "" : "  " + where) +
           (node.backward ? fmt::format("  backward is program {}", *node.backward) : "") +
           (node.segment ? fmt::format("  segment {}", *node.segment) : "");
  }
  std::string operator()(const graph::Input& input) const {
    return fmt::format("%{} arrives  {}", input.tensor, type_text(graph, input.tensor));
  }
  std::string operator()(const graph::Drop& drop) const { return fmt::format("drop %{}", drop.tensor); }
  std::string operator()(const graph::Backward& backward) const {
    std::string text = fmt::format("backward from {}", tensors_text(backward.roots));
    if (!backward.wanted.empty())
      text += fmt::format(", {} = gradients of {}", tensors_text(backward.results), tensors_text(backward.wanted));
    return text + (backward.retain_graph ? ", graph retained" : "");
  }
  std::string operator()(const graph::ZeroGrad& zero) const {
    std::string text = "zero gradients";
    if (zero.set_to_none) text += *zero.set_to_none ? ", set to None" : ", kept";
    return text + of_parameters(zero.parameters);
  }
  std::string operator()(const graph::ReadGradient& read) const {
    return fmt::format("%{} = gradient of %{}", read.result, read.leaf);
  }
  std::string operator()(const graph::SetGradient& set) const {
    return fmt::format("gradient of %{} = %{}", set.leaf, set.value);
  }
  std::string operator()(const graph::ClipGradients& clip) const {
    const bool norm = clip.kind == graph::ClipGradients::Kind::norm;
    return std::string(norm ? "clip the norm of gradients" : "clip gradients") + of_parameters(clip.parameters);
  }
  std::string operator()(const graph::OptimizerStep& step) const {
    if (!step.optimizer) return "optimizer step";
    return fmt::format("optimizer step of {} {}", printable_name(graph.optimizers[*step.optimizer].name),
                       *step.optimizer);
  }
  std::string operator()(const graph::EmptyCache&) const { return "empty the cache"; }
};

std::string_view alias_name(graph::Output::Alias alias) {
  switch (alias) {
    case graph::Output::Alias::fresh:
      return "fresh";
    case graph::Output::Alias::view:
      return "view";
    case graph::Output::Alias::in_place:
      return "in_place";
  }
  return "";
}

/// How each result relates to what exists; its type is the tensor's.
Json outputs_json(const Node& node) {
  Json list = Json::array();
  for (const graph::Output& output : node.outputs) {
    list.push_back({{"alias", alias_name(output.alias)},
                    {"operand", output.operand},
                    {"differentiable", output.differentiable},
                    {"storage", output.storage ? interval_json(*output.storage) : Json(nullptr)}});
  }
  return list;
}

/// Whether each operand needed a gradient when the call was made.
Json operands_json(const Node& node) {
  Json list = Json::array();
  for (const graph::Operand& operand : node.call.operands) list.push_back(operand.requires_grad);
  return list;
}

struct EventJson {
  const Graph& graph;
  Json operator()(const Node& node) const {
    Json arguments = Json::array();
    for (const graph::Arg& arg : node.call.args) arguments.push_back(std::visit(ArgJson{node}, arg));
    return {{"event", "call"},
            {"op", node.call.op->schema},
            {"arguments", arguments},
            {"inputs", node.inputs},
            {"results", node.results},
            {"requires_grad", operands_json(node)},
            {"outputs", outputs_json(node)},
            {"module", graph.modules[node.module]},
            {"at", place_json(node.span)},
            {"recorded", node.recorded},
            {"backward", known_or_null(node.backward)},
            {"segment", known_or_null(node.segment)}};
  }
  Json operator()(const graph::Input& input) const { return {{"event", "input"}, {"tensor", input.tensor}}; }
  Json operator()(const graph::Drop& drop) const { return {{"event", "drop"}, {"tensor", drop.tensor}}; }
  Json operator()(const graph::Backward& backward) const {
    Json gradients = Json::array();
    for (const auto& gradient : backward.gradients) gradients.push_back(known_or_null(gradient));
    return {{"event", "backward"},       {"roots", backward.roots},     {"gradients", gradients},
            {"wanted", backward.wanted}, {"results", backward.results}, {"retain_graph", backward.retain_graph}};
  }
  Json operator()(const graph::ZeroGrad& zero) const {
    return {{"event", "zero_grad"}, {"parameters", zero.parameters}, {"set_to_none", known_or_null(zero.set_to_none)}};
  }
  Json operator()(const graph::ReadGradient& read) const {
    return {{"event", "read_gradient"}, {"leaf", read.leaf}, {"result", read.result}};
  }
  Json operator()(const graph::SetGradient& set) const {
    return {{"event", "set_gradient"}, {"leaf", set.leaf}, {"value", set.value}};
  }
  Json operator()(const graph::ClipGradients& clip) const {
    const bool norm = clip.kind == graph::ClipGradients::Kind::norm;
    return {{"event", "clip_gradients"}, {"kind", norm ? "norm" : "value"}, {"parameters", clip.parameters}};
  }
  Json operator()(const graph::OptimizerStep& step) const {
    return {{"event", "optimizer_step"}, {"optimizer", known_or_null(step.optimizer)}};
  }
  Json operator()(const graph::EmptyCache&) const { return {{"event", "empty_cache"}}; }
};

Json dim_json(const graph::Dim& dim) {
  if (dim.known()) return dim.point;
  return {{"low", dim.low}, {"point", dim.point}, {"high", dim.high}};
}

Json tensor_json(const graph::Tensor& tensor) {
  Json shape = Json::array();
  for (const graph::Dim& dim : tensor.type.shape) shape.push_back(dim_json(dim));
  return {{"dtype", to_string(tensor.type.dtype)},
          {"shape", shape},
          {"strides", tensor.type.strides},
          {"offset", tensor.type.offset},
          {"storage", tensor.storage},
          {"requires_grad", tensor.requires_grad},
          {"leaf", tensor.leaf}};
}

Json program_json(const Graph& graph, const graph::Program& program) {
  Json events = Json::array(), outputs = Json::array();
  for (const graph::Event& event : program.events) events.push_back(std::visit(EventJson{graph}, event));
  for (const auto& output : program.outputs) outputs.push_back(known_or_null(output));
  return {{"inputs", program.inputs},
          {"events", events},
          {"outputs", outputs},
          {"captured", program.captured},
          {"first_tensor", program.first_tensor},
          {"end_tensor", program.end_tensor}};
}

Json optimizer_json(const graph::Optimizer& optimizer) {
  Json options = Json::object();
  for (const auto& [name, value] : optimizer.options) options[name] = value;
  return {{"name", optimizer.name}, {"options", options}, {"parameters", optimizer.parameters}};
}

Json phase_json(const Graph& graph) {
  Json tensors = Json::array(), storages = Json::array(), parameters = Json::array(), events = Json::array();
  Json carried = Json::array();
  for (const graph::Tensor& tensor : graph.tensors) tensors.push_back(tensor_json(tensor));
  for (const graph::Storage& storage : graph.storages) {
    storages.push_back({{"bytes", interval_json(storage.bytes)}, {"kind", name_of(storage.kind)}});
  }
  for (const graph::Parameter& parameter : graph.parameters) {
    parameters.push_back({{"name", parameter.name}, {"tensor", parameter.tensor}, {"buffer", parameter.buffer}});
  }
  for (const graph::Event& event : graph.events) events.push_back(std::visit(EventJson{graph}, event));
  Json programs = Json::array(), segments = Json::array(), optimizers = Json::array();
  for (const graph::Program& program : graph.programs) programs.push_back(program_json(graph, program));
  for (const graph::Segment& segment : graph.segments)
    segments.push_back({{"again", segment.again}, {"arguments", segment.arguments}});
  for (const graph::Optimizer& optimizer : graph.optimizers) optimizers.push_back(optimizer_json(optimizer));
  Json states = Json::array();
  for (const graph::EndedStates& each : graph.leftovers.states)
    states.push_back({{"optimizer", each.optimizer}, {"parameters", each.parameters}});
  for (const graph::Carried& item : graph.carried) {
    carried.push_back({{"tensor", item.tensor}, {"dropped_at", item.dropped_at}});
    if (item.found_as) carried.back()["found_as"] = *item.found_as;
  }
  return {{"phase", graph.phase},     {"hash", graph::hash(graph)},
          {"parameters", parameters}, {"inputs", graph.inputs},
          {"events", events},         {"carried", carried},
          {"tensors", tensors},       {"storages", storages},
          {"programs", programs},     {"segments", segments},
          {"optimizers", optimizers}, {"leftovers", {{"gradients", graph.leftovers.gradients}, {"states", states}}}};
}

std::string phase_text(const Graph& graph) {
  std::string text = fmt::format("phase {}: {} parameters in {}\n", printable_name(graph.phase),
                                 graph.parameter_count(false), to_string(graph.parameter_bytes().point));
  for (const graph::Parameter& parameter : graph.parameters) {
    const bool frozen = !parameter.buffer && !graph.tensors[parameter.tensor].requires_grad;
    text += fmt::format("  %{} {}  {}{}\n", parameter.tensor, printable_name(parameter.name),
                        type_text(graph, parameter.tensor),
                        parameter.buffer ? "  buffer"
                        : frozen         ? "  frozen"
                                         : "");
  }
  for (const graph::TensorId input : graph.inputs)
    text += fmt::format("  %{} input  {}\n", input, type_text(graph, input));
  for (size_t i = 0; i < graph.events.size(); ++i) {
    text += fmt::format("{:>5}  {}\n", i, std::visit(EventText{graph}, graph.events[i]));
  }
  for (size_t i = 0; i < graph.programs.size(); ++i) {
    text += fmt::format("program {}, given {}, from outside {}\n", i, tensors_text(graph.programs[i].inputs),
                        tensors_text(graph.programs[i].captured));
    for (const graph::Event& event : graph.programs[i].events)
      text += fmt::format("       {}\n", std::visit(EventText{graph}, event));
  }
  for (const graph::Carried& item : graph.carried) {
    text += fmt::format("%{} lives on into the next iteration, up to event {}\n", item.tensor, item.dropped_at);
  }
  return text;
}

}  // namespace

std::string graph_text(const Analysis& analysis) {
  std::string text;
  for (const Graph& graph : analysis.built->phases) text += phase_text(graph);
  return text;
}

Json graph_json(const Analysis& analysis) {
  Json phases = Json::array();
  for (const Graph& graph : analysis.built->phases) phases.push_back(phase_json(graph));
  return {{"phases", phases}};
}

}  // namespace vramlint::dumping
