#include "probes/operators/compare.h"

#include <algorithm>
#include <map>
#include <set>

#include "probes/operators/sample_json.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

std::vector<int64_t> points(const graph::Shape& shape) {
  std::vector<int64_t> sizes;
  for (const graph::Dim& dim : shape) sizes.push_back(dim.point);
  return sizes;
}

/// Strides of dimensions of size 1, and of empty tensors, say nothing.
json telling(const std::vector<int64_t>& sizes, std::vector<int64_t> strides) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return json::array();
    if (sizes[i] == 1) strides[i] = 0;
  }
  return strides;
}

bool bounded(const graph::Shape& shape) {
  return std::any_of(shape.begin(), shape.end(), [](const graph::Dim& dim) { return !dim.known(); });
}

/// Sizes that depend on the data lie within our bounds.
bool within(const graph::Shape& shape, const std::vector<int64_t>& sizes) {
  return std::equal(shape.begin(), shape.end(), sizes.begin(), sizes.end(),
                    [](const graph::Dim& dim, int64_t size) { return dim.low <= size && size <= dim.high; });
}

bool empty(const graph::TensorType& type) { return type.numel() == 0; }

class Comparison {
 public:
  Comparison(const graph::Call& call, const graph::TorchProfile& torch) : call_(call), torch_(torch) {}

  std::vector<std::string> found;

  void outputs(const json& theirs, const Exemption& exempt);
  void saved(const json& theirs);
  void gradients(const json& theirs);
  bool inferred(const json& record);

 private:
  void same(const std::string& what, const json& ours, const json& theirs) {
    if (ours != theirs) found.push_back(what + ": expected " + ours.dump() + ", torch has " + theirs.dump());
  }
  void output(const graph::Output& ours, const json& theirs, const std::string& name, const Exemption& exempt);
  graph::Saved kept() const;

  const graph::Call& call_;
  const graph::TorchProfile& torch_;
  std::vector<graph::Output> outputs_;
};

bool Comparison::inferred(const json& record) {
  same("sample", sample_json(call_), record.at("call"));
  if (record.contains("error")) found.push_back("torch raised: " + record["error"].get<std::string>());
  const graph::Inferred inferred = call_.op->infer(call_);
  if (!inferred.error.empty()) found.push_back("expected an error: " + inferred.error.text);
  outputs_ = inferred.outputs;
  return found.empty();
}

void Comparison::outputs(const json& theirs, const Exemption& exempt) {
  same("number of outputs", outputs_.size(), theirs.size());
  for (size_t i = 0; i < std::min(outputs_.size(), theirs.size()); ++i) {
    output(outputs_[i], theirs[i], "output " + std::to_string(i), exempt);
  }
}

void Comparison::output(const graph::Output& ours, const json& theirs, const std::string& name,
                        const Exemption& exempt) {
  const std::vector<int64_t> sizes = points(ours.type.shape);
  same(name + " dtype", to_string(ours.type.dtype), theirs.at("dtype"));
  if (bounded(ours.type.shape)) {
    const auto actual = theirs.at("sizes").get<std::vector<int64_t>>();
    if (!within(ours.type.shape, actual))
      found.push_back(name + ": " + theirs.at("sizes").dump() + " is out of bounds");
    return;
  }
  same(name + " sizes", sizes, theirs.at("sizes"));
  if (json(sizes) != theirs.at("sizes")) return;
  if (!exempt.strides) {
    const auto strides = theirs.at("strides").get<std::vector<int64_t>>();
    same(name + " strides", telling(sizes, ours.type.strides), telling(sizes, strides));
  }
  if (empty(ours.type)) return;
  const bool fresh = ours.alias == graph::Output::Alias::fresh;
  same(name + " alias", fresh ? -1 : ours.operand, theirs.at("alias"));
  if (fresh) same(name + " storage", ours.storage.value_or(ours.type.bytes()).point.count, theirs.at("storage_bytes"));
}

graph::Saved Comparison::kept() const {
  bool recorded = false;
  for (const graph::Operand& operand : call_.operands) recorded = recorded || operand.requires_grad;
  const bool any =
      std::any_of(outputs_.begin(), outputs_.end(), [](const auto& output) { return output.differentiable; });
  if (!call_.op->saves || !recorded || !any) return {};
  return call_.op->saves(call_, outputs_, torch_);
}

/// Operands and outputs by storage, each once; empty tensors have none.
void Comparison::saved(const json& theirs) {
  const graph::Saved saved = kept();
  std::set<int> operands, results;
  for (const int operand : saved.operands) {
    if (!empty(call_.operands[static_cast<size_t>(operand)].type)) operands.insert(operand);
  }
  for (const int number : saved.outputs) {
    const graph::Output& output = outputs_[static_cast<size_t>(number)];
    if (empty(output.type)) continue;
    const bool fresh = output.alias == graph::Output::Alias::fresh;
    (fresh ? results : operands).insert(fresh ? number : output.operand);
  }
  Interval extra;
  for (const graph::Extra& item : saved.extras) extra += item.bytes;
  same("operands kept", operands, theirs.at("operands"));
  same("outputs kept", results, theirs.at("outputs"));
  const auto actual = theirs.at("extra_bytes").get<int64_t>();
  if (extra.low <= Bytes(actual) && Bytes(actual) <= extra.high) return;
  same("bytes kept beside them", extra.point.count, actual);
}

/// The operands that receive a gradient when every differentiable output has one.
void Comparison::gradients(const json& theirs) {
  std::vector<std::optional<graph::TensorType>> grads;
  bool any = false;
  for (const graph::Output& output : outputs_) {
    const graph::TensorType dense = graph::contiguous(output.type.dtype, output.type.shape);
    grads.push_back(output.differentiable ? std::optional(dense) : std::nullopt);
    any = any || output.differentiable;
  }
  std::map<int, std::vector<int64_t>> ours, expected;
  if (any && call_.op->backward) {
    for (const graph::GradStep& step : call_.op->backward({call_, outputs_, grads, torch_})) {
      if (step.operand >= 0 && !step.workspace) ours[step.operand] = points(step.type.shape);
    }
  }
  for (const json& gradient : theirs) {
    expected[gradient.at("operand")] = gradient.at("sizes").get<std::vector<int64_t>>();
  }
  same("gradients", ours, expected);
}

}  // namespace

std::vector<std::string> differences(const graph::Call& call, const json& record, const Exemption& exempt,
                                     const graph::TorchProfile& torch) {
  if (exempt.everything) return {};
  Comparison comparison(call, torch);
  if (!comparison.inferred(record)) return comparison.found;
  comparison.outputs(record.at("outputs"), exempt);
  if (!exempt.saved) comparison.saved(record.at("saved"));
  if (record.contains("gradients")) comparison.gradients(record["gradients"]);
  return comparison.found;
}

}  // namespace vramlint::probes
