// Our operators against what real PyTorch did with the same samples: tests/recordings/1.13.1-cpu/ops.json, written by
// tests/recordings/record_ops.py.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "ops/registry.h"
#include "sample_json.h"

namespace vramlint::ops {
namespace {

using nlohmann::json;

struct Exemption {
  bool saved = false;    ///< what is kept differs
  bool strides = false;  ///< the result's layout differs
  bool everything = false;
  const char* reason = "";
};

/// Where the CPU kernel of the recording is not the CUDA kernel described.
const std::map<std::string, Exemption>& exemptions() {
  static const std::map<std::string, Exemption> list = {
      {"dropout", {.saved = true, .reason = "CPU multiplies with noise of the input's dtype, CUDA keeps a bool mask"}},
      {"log_sigmoid",
       {.saved = true, .strides = true, .reason = "CPU keeps a buffer of the input's size, CUDA's is empty"}},
      {"scaled_dot_product_attention", {.everything = true, .reason = "1.13 has no such operator"}},
      {"_function", {.everything = true, .reason = "the program's own Function, which the dispatcher does not know"}},
      {"lstm.input", {.saved = true, .reason = "CPU runs one step at a time, cuDNN keeps a reserve"}},
      {"gru.input", {.saved = true, .reason = "CPU runs one step at a time, cuDNN keeps a reserve"}},
  };
  return list;
}

json recording() {
  std::ifstream file(VRAMLINT_SOURCE_DIR "/tests/recordings/1.13.1-cpu/ops.json");
  return json::parse(file);
}

std::map<std::string, json> by_schema() {
  std::map<std::string, json> records;
  const json document = recording();
  for (const json& entry : document["operators"]) records[entry["schema"]] = entry["samples"];
  return records;
}

std::vector<int64_t> points(const graph::Shape& shape) {
  std::vector<int64_t> sizes;
  for (const graph::Dim& dim : shape) sizes.push_back(dim.point);
  return sizes;
}

/// Strides of dimensions of size 1, and of empty tensors, say nothing.
std::vector<int64_t> telling(const std::vector<int64_t>& sizes, std::vector<int64_t> strides) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return {};
    if (sizes[i] == 1) strides[i] = 0;
  }
  return strides;
}

void compare_output(const graph::Output& ours, const json& theirs, const Exemption& exempt) {
  const std::vector<int64_t> sizes = points(ours.type.shape);
  EXPECT_EQ(to_string(ours.type.dtype), theirs["dtype"].get<std::string>());
  EXPECT_EQ(sizes, theirs["sizes"].get<std::vector<int64_t>>());
  if (sizes != theirs["sizes"].get<std::vector<int64_t>>()) return;
  if (!exempt.strides) {
    EXPECT_EQ(telling(sizes, ours.type.strides), telling(sizes, theirs["strides"].get<std::vector<int64_t>>()));
  }
  if (ours.type.numel() == 0) return;
  EXPECT_EQ(ours.alias == graph::Output::Alias::fresh ? -1 : ours.operand, theirs["alias"].get<int>());
  if (ours.alias == graph::Output::Alias::fresh) {
    EXPECT_EQ(ours.storage.value_or(ours.type.bytes()).point.count, theirs["storage_bytes"].get<int64_t>());
  }
}

bool empty(const graph::TensorType& type) { return type.numel() == 0; }

/// Operands and outputs by storage, each once; empty tensors have none.
void compare_saved(const graph::Call& call, const std::vector<graph::Output>& outputs, const json& theirs) {
  graph::Saved saved;
  bool recorded = false;
  for (const graph::Operand& operand : call.operands) recorded = recorded || operand.requires_grad;
  if (call.op->saves != nullptr && recorded && outputs.front().differentiable) {
    saved = call.op->saves(call, outputs, *graph::torch_profile("1.13"));
  }
  std::set<int> operands, results;
  for (int operand : saved.operands) {
    if (!empty(call.operands[static_cast<size_t>(operand)].type)) operands.insert(operand);
  }
  for (int output : saved.outputs) {
    const graph::Output& kept = outputs[static_cast<size_t>(output)];
    if (empty(kept.type)) continue;
    if (kept.alias == graph::Output::Alias::fresh)
      results.insert(output);
    else
      operands.insert(kept.operand);
  }
  int64_t extra = 0;
  for (const graph::Extra& kept : saved.extras) extra += kept.bytes.point.count;
  EXPECT_EQ(operands, theirs["operands"].get<std::set<int>>()) << "operands kept";
  EXPECT_EQ(results, theirs["outputs"].get<std::set<int>>()) << "outputs kept";
  EXPECT_EQ(extra, theirs["extra_bytes"].get<int64_t>()) << "bytes kept beside them";
}

/// The operands that receive a gradient when every differentiable output has one.
void compare_gradients(const graph::Call& call, const std::vector<graph::Output>& outputs, const json& theirs) {
  std::vector<std::optional<graph::TensorType>> grads;
  bool any = false;
  for (const graph::Output& output : outputs) {
    grads.push_back(output.differentiable ? std::optional(graph::contiguous(output.type.dtype, output.type.shape))
                                          : std::nullopt);
    any = any || output.differentiable;
  }
  std::map<int, std::vector<int64_t>> ours, expected;
  if (any && call.op->backward != nullptr) {
    for (const graph::GradStep& step : call.op->backward({call, outputs, grads, *graph::torch_profile("1.13")})) {
      if (step.operand >= 0) ours[step.operand] = points(step.type.shape);
    }
  }
  for (const json& gradient : theirs) expected[gradient["operand"]] = gradient["sizes"].get<std::vector<int64_t>>();
  EXPECT_EQ(ours, expected) << "gradients";
}

void compare_sample(const graph::Call& call, const json& record, const Exemption& exempt) {
  ASSERT_EQ(sample_json(call), record["call"]) << "the recording is of another sample: record again";
  ASSERT_FALSE(record.contains("error")) << record["error"];
  const graph::Inferred inferred = call.op->infer(call);
  ASSERT_EQ(inferred.error, "");
  ASSERT_EQ(inferred.outputs.size(), record["outputs"].size());
  for (size_t i = 0; i < inferred.outputs.size(); ++i)
    compare_output(inferred.outputs[i], record["outputs"][i], exempt);
  if (!exempt.saved) compare_saved(call, inferred.outputs, record["saved"]);
  if (record.contains("gradients")) compare_gradients(call, inferred.outputs, record["gradients"]);
}

TEST(Recording, EveryOperatorDoesWhatTorchDid) {
  const std::map<std::string, json> records = by_schema();
  for (const graph::Op* op : operators()) {
    const std::string name(op->schema.substr(0, op->schema.find('(')));
    const auto exempt = exemptions().find(name);
    const Exemption exemption = exempt == exemptions().end() ? Exemption{} : exempt->second;
    if (exemption.everything) continue;
    const auto record = records.find(std::string(op->schema));
    ASSERT_NE(record, records.end()) << name << " is not recorded: record again";
    const std::vector<graph::Call> calls = op->samples();
    ASSERT_EQ(calls.size(), record->second.size()) << name;
    for (size_t i = 0; i < calls.size(); ++i) {
      SCOPED_TRACE(name + ", sample " + std::to_string(i));
      compare_sample(calls[i], record->second[i], exemption);
    }
  }
}

TEST(Recording, ExemptionsAreFewAndReasoned) {
  EXPECT_LT(exemptions().size() * 10, operators().size());
  for (const auto& [name, exemption] : exemptions()) {
    EXPECT_NE(find_schema(name), nullptr) << name;
    EXPECT_STRNE(exemption.reason, "") << name;
  }
}

}  // namespace
}  // namespace vramlint::ops
