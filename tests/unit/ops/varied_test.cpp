// Wrong and unusual shapes against what real PyTorch said of them: tests/recordings/1.13.1-cpu/ops_varied.json, written
// by tests/recordings/record_ops.py. Only whether there is an error is compared, not its wording.
#include "varied.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "ops/registry.h"
#include "probes/operators/exemptions.h"

namespace vramlint::ops {
namespace {

using nlohmann::json;

std::map<std::string, json> varied_recording() {
  std::ifstream file(VRAMLINT_SOURCE_DIR "/tests/recordings/1.13.1-cpu/ops_varied.json");
  const json document = json::parse(file);
  std::map<std::string, json> records;
  for (const json& entry : document["operators"]) records[entry["schema"]] = entry["results"];
  return records;
}

/// Operators that PyTorch refuses on other grounds than shapes, or shapes that do not matter to memory.
const std::map<std::string, std::string>& outside_of_recording() {
  static const std::map<std::string, std::string> list = {
      {"as_strided", "the storage may reach beyond the tensor"},
      {"masked_scatter", "how many elements the mask selects depends on the data"},
      {"masked_scatter_", "how many elements the mask selects depends on the data"},
      {"ctc_loss.Tensor", "the lengths are data"},
      {"gelu_backward", "the CPU's library spreads no operand of it"},
      {"nll_loss_backward", "a backward calls it, with what its loss has taken"},
      {"_softmax_backward_data", "a backward calls it, with the result of its softmax"},
      {"_log_softmax_backward_data", "a backward calls it, with the result of its log_softmax"},
      {"slice_backward", "a backward calls it, with the sizes of what was cut out"},
      {"select_backward", "a backward calls it, with the sizes of what was cut out"},
      {"lstm.input", "nn.LSTM makes the weights, of sizes that fit"},
      {"gru.input", "nn.GRU makes the weights, of sizes that fit"},
      {"rnn_tanh.input", "nn.RNN makes the weights, of sizes that fit"},
      {"rnn_relu.input", "nn.RNN makes the weights, of sizes that fit"},
  };
  return list;
}

bool within(const graph::Shape& shape, const json& sizes) {
  if (shape.size() != sizes.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const auto size = sizes[i].get<int64_t>();
    if (size < shape[i].low || size > shape[i].high) return false;
  }
  return true;
}

void compare(const graph::Call& call, const json& theirs) {
  graph::Inferred ours;
  ASSERT_NO_THROW(ours = call.op->infer(call));
  if (theirs.is_string()) {
    EXPECT_NE(ours.error, "") << theirs;
    return;
  }
  ASSERT_EQ(ours.error, "") << theirs.dump();
  ASSERT_EQ(ours.outputs.size(), theirs.size());
  for (size_t i = 0; i < theirs.size(); ++i) {
    EXPECT_EQ(to_string(ours.outputs[i].type.dtype), theirs[i][0].get<std::string>());
    EXPECT_TRUE(within(ours.outputs[i].type.shape, theirs[i][1]))
        << to_string(ours.outputs[i].type.shape) << ", torch has " << theirs[i][1];
  }
}

TEST(Varied, WhatTorchRefusesIsRefusedAndNothingElse) {
  const std::map<std::string, json> records = varied_recording();
  for (const graph::Op* op : operators()) {
    const std::string name(op->schema.substr(0, op->schema.find('(')));
    if (probes::exemption_of(name).everything || outside_of_recording().contains(name)) continue;
    const auto record = records.find(std::string(op->schema));
    ASSERT_NE(record, records.end()) << name << " is not recorded: record again";
    const std::vector<graph::Call> calls = varied(*op);
    ASSERT_EQ(calls.size(), record->second.size()) << name;
    for (size_t i = 0; i < calls.size(); ++i) {
      SCOPED_TRACE(name + ", variation " + std::to_string(i));
      compare(calls[i], record->second[i]);
    }
  }
}

}  // namespace
}  // namespace vramlint::ops
