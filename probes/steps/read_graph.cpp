#include "probes/steps/read_graph.h"

#include <algorithm>
#include <limits>

#include "graph/schema.h"
#include "ops/registry.h"

namespace vramlint::probes {

namespace {

using graph::TensorId;
using nlohmann::json;

[[noreturn]] void refuse(const std::string& why) { throw GraphError("the graph cannot be read: " + why); }

graph::Dtype read_dtype(const json& value) {
  const auto dtype = graph::parse_dtype(value.get<std::string>());
  if (!dtype) refuse("no such dtype: " + value.dump());
  return *dtype;
}

graph::Dim read_dim(const json& value) {
  if (value.is_number()) return graph::Dim(value.get<int64_t>());
  return {value.at("low").get<int64_t>(), value.at("point").get<int64_t>(), value.at("high").get<int64_t>()};
}

Interval read_interval(const json& value) {
  if (value.is_number()) return Interval::exactly(Bytes(value.get<int64_t>()));
  return {Bytes(value.at("low").get<int64_t>()), Bytes(value.at("point").get<int64_t>()),
          Bytes(value.at("high").get<int64_t>())};
}

graph::StorageKind read_kind(const std::string& name) {
  if (name == "parameter") return graph::StorageKind::parameter;
  if (name == "buffer") return graph::StorageKind::buffer;
  if (name == "input") return graph::StorageKind::input;
  if (name == "state") return graph::StorageKind::state;
  if (name == "intermediate") return graph::StorageKind::intermediate;
  refuse("no such kind of storage: " + name);
}

graph::Output::Alias read_alias(const std::string& name) {
  if (name == "fresh") return graph::Output::Alias::fresh;
  if (name == "view") return graph::Output::Alias::view;
  if (name == "in_place") return graph::Output::Alias::in_place;
  refuse("no such alias: " + name);
}

template <typename T>
std::optional<T> read_optional(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<T>();
}

class Reader {
 public:
  explicit Reader(const json& phase) : phase_(phase) {}

  graph::Graph read() {
    graph_.phase = phase_.at("phase").get<std::string>();
    graph_.modules = {""};
    for (const json& item : phase_.at("storages")) {
      graph_.storages.push_back({read_interval(item.at("bytes")), read_kind(item.at("kind"))});
    }
    for (const json& item : phase_.at("tensors")) graph_.tensors.push_back(tensor(item));
    for (const json& item : phase_.at("parameters")) {
      graph_.parameters.push_back({item.at("name"), id(item.at("tensor")), item.at("buffer")});
    }
    graph_.inputs = ids(phase_.at("inputs"));
    read_parts();
    graph_.events = events(phase_.at("events"));
    for (const json& item : phase_.at("carried")) {
      graph_.carried.push_back({id(item.at("tensor")), item.at("dropped_at").get<size_t>()});
      if (item.contains("found_as")) graph_.carried.back().found_as = id(item.at("found_as"));
    }
    return std::move(graph_);
  }

 private:
  graph::Tensor tensor(const json& item) const {
    graph::Tensor result;
    result.type.dtype = read_dtype(item.at("dtype"));
    for (const json& dim : item.at("shape")) result.type.shape.push_back(read_dim(dim));
    result.type.strides = item.at("strides").get<graph::Strides>();
    result.type.offset = item.at("offset").get<int64_t>();
    if (result.type.strides.size() != result.type.shape.size()) refuse("strides that do not fit: " + item.dump());
    result.storage = item.at("storage").get<graph::StorageId>();
    if (result.storage >= graph_.storages.size()) refuse("no such storage: " + item.dump());
    result.requires_grad = item.at("requires_grad").get<bool>();
    result.leaf = item.at("leaf").get<bool>();
    return result;
  }

  TensorId id(const json& value) const {
    const auto number = value.get<int64_t>();
    if (number < 0 || static_cast<size_t>(number) >= graph_.tensors.size()) refuse("no tensor " + value.dump());
    return static_cast<TensorId>(number);
  }
  std::vector<TensorId> ids(const json& list) const {
    std::vector<TensorId> result;
    for (const json& value : list) result.push_back(id(value));
    return result;
  }
  std::vector<std::optional<TensorId>> optional_ids(const json& list) const {
    std::vector<std::optional<TensorId>> result;
    for (const json& value : list) result.push_back(value.is_null() ? std::nullopt : std::optional(id(value)));
    return result;
  }

  void read_parts();
  std::vector<graph::Event> events(const json& list);
  graph::Event event(const json& item);
  graph::Node node(const json& item);
  graph::ModuleId module(const std::string& path);
  graph::Event backward(const json& item) const;
  graph::Event optimizer_step(const json& item) const;
  void check_program(std::optional<uint32_t> number, const char* list) const;

  const json& phase_;
  graph::Graph graph_;
};

void Reader::read_parts() {
  for (const json& item : phase_.at("programs")) {
    graph::Program program;
    program.inputs = ids(item.at("inputs"));
    program.events = events(item.at("events"));
    program.outputs = optional_ids(item.at("outputs"));
    program.captured = ids(item.at("captured"));
    program.first_tensor = item.at("first_tensor").get<TensorId>();
    program.end_tensor = item.at("end_tensor").get<TensorId>();
    if (program.end_tensor > graph_.tensors.size()) refuse("a program of tensors that do not exist");
    graph_.programs.push_back(std::move(program));
  }
  for (const json& item : phase_.at("segments")) {
    graph_.segments.push_back({item.at("again").get<graph::ProgramId>(), ids(item.at("arguments"))});
    if (graph_.segments.back().again >= graph_.programs.size()) refuse("a segment without its program");
  }
  for (const json& item : phase_.at("optimizers")) {
    graph::Optimizer optimizer;
    optimizer.name = item.at("name").get<std::string>();
    for (const auto& [name, value] : item.at("options").items()) {
      optimizer.options.emplace_back(name, value.get<double>());
    }
    optimizer.parameters = ids(item.at("parameters"));
    graph_.optimizers.push_back(std::move(optimizer));
  }
}

std::vector<graph::Event> Reader::events(const json& list) {
  std::vector<graph::Event> result;
  for (const json& item : list) result.push_back(event(item));
  return result;
}

graph::Event Reader::event(const json& item) {
  const std::string kind = item.at("event");
  if (kind == "call") return node(item);
  if (kind == "input") return graph::Input{id(item.at("tensor"))};
  if (kind == "drop") return graph::Drop{id(item.at("tensor"))};
  if (kind == "backward") return backward(item);
  if (kind == "zero_grad") {
    return graph::ZeroGrad{ids(item.at("parameters")), read_optional<bool>(item, "set_to_none")};
  }
  if (kind == "read_gradient") return graph::ReadGradient{id(item.at("leaf")), id(item.at("result"))};
  if (kind == "set_gradient") return graph::SetGradient{id(item.at("leaf")), id(item.at("value"))};
  if (kind == "clip_gradients") {
    const bool norm = item.at("kind") == "norm";
    return graph::ClipGradients{norm ? graph::ClipGradients::Kind::norm : graph::ClipGradients::Kind::value,
                                ids(item.at("parameters"))};
  }
  if (kind == "optimizer_step") return optimizer_step(item);
  if (kind == "empty_cache") return graph::EmptyCache{};
  refuse("no such event: " + kind);
}

graph::Event Reader::optimizer_step(const json& item) const {
  const auto number = read_optional<uint32_t>(item, "optimizer");
  if (number && *number >= phase_.at("optimizers").size()) refuse("no such optimizer: " + item.dump());
  return graph::OptimizerStep{number};
}

graph::Event Reader::backward(const json& item) const {
  graph::Backward result;
  result.roots = ids(item.at("roots"));
  result.gradients = optional_ids(item.at("gradients"));
  result.wanted = ids(item.at("wanted"));
  result.results = ids(item.at("results"));
  result.retain_graph = item.at("retain_graph").get<bool>();
  if (result.gradients.size() != result.roots.size() || result.results.size() != result.wanted.size()) {
    refuse("a backward whose lists do not fit: " + item.dump());
  }
  return result;
}

graph::ModuleId Reader::module(const std::string& path) {
  const auto found = std::find(graph_.modules.begin(), graph_.modules.end(), path);
  if (found == graph_.modules.end()) graph_.modules.push_back(path);
  const auto at = std::find(graph_.modules.begin(), graph_.modules.end(), path);
  return static_cast<graph::ModuleId>(at - graph_.modules.begin());
}

void Reader::check_program(std::optional<uint32_t> number, const char* list) const {
  if (number && *number >= phase_.at(list).size()) refuse(std::string("a number beyond ") + list);
}

// ---------------------------------------------------------------- calls

/// Arguments by the schema's types; the n-th tensor met is operand n.
class ArgumentReader {
 public:
  explicit ArgumentReader(const std::vector<TensorId>& inputs) : inputs_(inputs) {}

  graph::Arg read(const json& value, const graph::SchemaArgument& argument) {
    if (argument.type == graph::SchemaArgument::Type::tensor_list && value.is_array()) return list(value);
    if (value.is_null()) return std::monostate();
    if (value.is_object()) return object(value);
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer()) return value.get<int64_t>();
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    return value.get<std::vector<int64_t>>();
  }
  bool all_read() const { return next_ == inputs_.size(); }

 private:
  graph::Arg object(const json& value) {
    if (value.contains("tensor")) return graph::OperandRef{operand(value.at("tensor"))};
    if (value.contains("dtype")) return read_dtype(value.at("dtype"));
    const std::string number = value.at("real");
    if (number == "nan") return std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    return number == "-inf" ? -infinity : infinity;
  }
  graph::Arg list(const json& value) {
    graph::OperandList result;
    for (const json& item : value) result.indices.push_back(item.is_null() ? -1 : operand(item.at("tensor")));
    return result;
  }
  int operand(const json& tensor) {
    if (next_ >= inputs_.size() || inputs_[next_] != tensor.get<TensorId>()) refuse("operands out of order");
    return static_cast<int>(next_++);
  }

  const std::vector<TensorId>& inputs_;
  size_t next_ = 0;
};

std::vector<graph::Output> read_outputs(const json& list, const std::vector<TensorId>& results,
                                        const graph::Graph& graph, size_t operands) {
  std::vector<graph::Output> outputs;
  for (const json& item : list) {
    graph::Output output;
    output.alias = read_alias(item.at("alias"));
    output.operand = item.at("operand").get<int>();
    if (output.operand >= static_cast<int>(operands)) refuse("an output of an operand that does not exist");
    output.differentiable = item.at("differentiable").get<bool>();
    if (item.contains("storage") && !item.at("storage").is_null()) output.storage = read_interval(item.at("storage"));
    if (outputs.size() < results.size()) output.type = graph.tensors[results[outputs.size()]].type;
    outputs.push_back(output);
  }
  return outputs;
}

graph::Node Reader::node(const json& item) {
  graph::Node result;
  const std::string schema = item.at("op");
  result.call.op = ops::find_schema(schema.substr(0, schema.find('(')));
  if (!result.call.op) refuse("no such operator: " + schema);
  result.inputs = ids(item.at("inputs"));
  result.results = ids(item.at("results"));
  const graph::Schema parsed = graph::parse_schema(result.call.op->schema);
  const json& given = item.at("arguments");
  if (given.size() != parsed.arguments.size()) refuse("arguments that do not fit the schema: " + schema);
  ArgumentReader reader(result.inputs);
  for (size_t i = 0; i < given.size(); ++i) result.call.args.push_back(reader.read(given[i], parsed.arguments[i]));
  const auto flags = item.at("requires_grad").get<std::vector<bool>>();
  if (!reader.all_read() || flags.size() != result.inputs.size()) refuse("operands that do not fit: " + item.dump());
  for (size_t i = 0; i < result.inputs.size(); ++i) {
    const graph::Tensor& tensor = graph_.tensors[result.inputs[i]];
    const graph::StorageKind kind = graph_.storages[tensor.storage].kind;
    const bool lasting = kind == graph::StorageKind::parameter || kind == graph::StorageKind::buffer;
    result.call.operands.push_back({tensor.type, flags[i], lasting});
  }
  result.outputs = read_outputs(item.at("outputs"), result.results, graph_, result.inputs.size());
  if (result.outputs.size() != result.results.size()) refuse("results that do not fit: " + item.dump());
  result.module = module(item.at("module"));
  result.recorded = item.at("recorded").get<bool>();
  result.backward = read_optional<graph::ProgramId>(item, "backward");
  result.segment = read_optional<graph::SegmentId>(item, "segment");
  check_program(result.backward, "programs");
  check_program(result.segment, "segments");
  return result;
}

}  // namespace

graph::Graph read_graph(const json& phase) {
  try {
    return Reader(phase).read();
  } catch (const json::exception& error) {
    refuse(error.what());
  }
}

}  // namespace vramlint::probes
