// Our operators against what real PyTorch did with the same samples: tests/recordings/1.13.1-cpu/ops.json, written by
// tests/recordings/record_ops.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "ops/registry.h"
#include "probes/operators/compare.h"

namespace vramlint::ops {
namespace {

using nlohmann::json;

using probes::Exemption;
using probes::exemptions;
using testing::IsEmpty;

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

TEST(Recording, EveryOperatorDoesWhatTorchDid) {
  const std::map<std::string, json> records = by_schema();
  for (const graph::Op* op : operators()) {
    const std::string name(op->schema.substr(0, op->schema.find('(')));
    const Exemption exemption = probes::exemption_of(name);
    if (exemption.everything) continue;
    const auto record = records.find(std::string(op->schema));
    ASSERT_NE(record, records.end()) << name << " is not recorded: record again";
    const std::vector<graph::Call> calls = op->samples();
    ASSERT_EQ(calls.size(), record->second.size()) << name;
    for (size_t i = 0; i < calls.size(); ++i) {
      SCOPED_TRACE(name + ", sample " + std::to_string(i));
      const json& recorded = record->second[i];
      EXPECT_THAT(probes::differences(calls[i], recorded, exemption, *graph::torch_profile("1.13")), IsEmpty());
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
