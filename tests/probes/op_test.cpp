// Every operator's samples in LibTorch: outputs, what is saved, and who receives a gradient.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "ops/registry.h"
#include "probes/executor/call.h"
#include "probes/meter/counting_allocator.h"
#include "probes/meter/neutral_kernels.h"
#include "probes/meter/saved_tensors.h"
#include "probes/operators/compare.h"
#include "probes/operators/record.h"
#include "probes/quiet.h"
#include "probes/torch_build.h"

namespace vramlint::probes {
namespace {

using nlohmann::json;
using testing::IsEmpty;

void start_meters() {
  static const bool started = [] {
    silence_warnings();
    install_counting_allocator();
    install_saved_tensor_hooks();
    return true;
  }();
  EXPECT_TRUE(started);
}

TEST(Operators, TorchDoesWhatIsSaid) {
  start_meters();
  size_t samples = 0;
  for (const graph::Op* op : ops::operators()) {
    const Exemption exempt = exemption_of(std::string(schema_name(*op)));
    if (exempt.everything) continue;
    ASSERT_TRUE(exists(*op)) << op->schema;
    const json recorded = record(*op);
    const std::vector<graph::Call> calls = op->samples();
    for (size_t i = 0; i < calls.size(); ++i) {
      SCOPED_TRACE(std::string(schema_name(*op)) + ", sample " + std::to_string(i));
      EXPECT_THAT(differences(calls[i], recorded["samples"][i], exempt, torch_profile()), IsEmpty());
      ++samples;
    }
  }
  EXPECT_GT(samples, 800U);
}

// The recording in the tree was made by Python, through another door to the same dispatcher.
TEST(Operators, PythonRecordedTheSame) {
  if (torch_version().rfind("1.13", 0) != 0) GTEST_SKIP() << "the recording is of 1.13";
  start_meters();
  std::ifstream file(VRAMLINT_SOURCE_DIR "/tests/recordings/1.13.1-cpu/ops.json");
  const json document = json::parse(file);
  size_t compared = 0;
  for (const json& theirs : document["operators"]) {
    const std::string schema = theirs["schema"];
    const graph::Op* op = ops::find_schema(schema.substr(0, schema.find('(')));
    if (!op || op->schema != schema || exemption_of(std::string(schema_name(*op))).everything) continue;
    EXPECT_EQ(record(*op), theirs) << schema;
    ++compared;
  }
  EXPECT_GT(compared, 300U);
}

TEST(Operators, FewKernelsAreReplaced) {
  std::set<std::string_view> names;
  for (const Neutral& neutral : neutral_kernels()) {
    EXPECT_TRUE(names.insert(neutral.schema).second) << neutral.schema;
    EXPECT_GT(neutral.reason.size(), 10U) << neutral.schema;
  }
  EXPECT_LE(names.size(), 12U);
}

}  // namespace
}  // namespace vramlint::probes
