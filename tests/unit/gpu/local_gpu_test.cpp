#include "integrations/gpu/local_gpu.h"

#include <gtest/gtest.h>

namespace vramlint::gpu {
namespace {

constexpr int64_t kMib = 1024 * 1024;
const std::string kAbsent = "libvramlint-absent.so.1";

TEST(LocalGpu, JoinsWhatNvmlAndCudaTell) {
  const LocalGpus found = local_gpus({FAKE_DRIVER, FAKE_DRIVER});
  EXPECT_TRUE(found.troubles.empty());
  EXPECT_EQ(found.driver, "550.54.14");
  ASSERT_EQ(found.gpus.size(), 4u);
  const LocalGpu& whole = found.gpus[0];
  EXPECT_EQ(whole.name, "NVIDIA GeForce RTX 3090");
  EXPECT_EQ(whole.memory.count, (24576 - 300) * kMib);  // CUDA's total, not NVML's
  ASSERT_TRUE(whole.free);
  EXPECT_EQ(whole.free->count, 20000 * kMib);
  EXPECT_EQ(whole.compute_major, 8);
  EXPECT_EQ(whole.compute_minor, 6);
  EXPECT_EQ(whole.multiprocessors, 82);
  EXPECT_EQ(whole.ordinal, 0);
  EXPECT_FALSE(whole.cut);
}

TEST(LocalGpu, ListsSlicesBehindTheirGpu) {
  const LocalGpus found = local_gpus({FAKE_DRIVER, FAKE_DRIVER});
  ASSERT_EQ(found.gpus.size(), 4u);
  EXPECT_TRUE(found.gpus[1].cut);
  EXPECT_TRUE(found.gpus[2].slice);
  EXPECT_EQ(found.gpus[2].name, "NVIDIA H100 80GB HBM3 MIG 1g.10gb");
  EXPECT_EQ(found.gpus[2].memory.count, (9984 - 300) * kMib);
  EXPECT_EQ(found.gpus[2].compute_major, 9);
  EXPECT_EQ(found.gpus[2].multiprocessors, 16);
  EXPECT_EQ(found.gpus[2].ordinal, 1);
  EXPECT_TRUE(found.gpus[3].slice);
  EXPECT_EQ(found.gpus[3].memory.count, 40448 * kMib);  // CUDA does not show it
  EXPECT_EQ(found.gpus[3].compute_major, 9);
  EXPECT_EQ(found.gpus[3].multiprocessors, 60);
  EXPECT_FALSE(found.gpus[3].ordinal);
}

TEST(LocalGpu, TakesTheFirstThatCanBeUsed) {
  LocalGpus found = local_gpus({FAKE_DRIVER, FAKE_DRIVER});
  EXPECT_EQ(first_usable(found), &found.gpus[0]);
  found = local_gpus({kAbsent, FAKE_DRIVER});
  found.gpus.erase(found.gpus.begin());
  EXPECT_EQ(first_usable(found), &found.gpus[1]);  // the GPU itself is cut
  found.gpus.clear();
  EXPECT_EQ(first_usable(found), nullptr);
}

TEST(LocalGpu, OneOfTheTwoIsEnough) {
  const LocalGpus nvml = local_gpus({kAbsent, FAKE_DRIVER});
  ASSERT_EQ(nvml.gpus.size(), 4u);
  EXPECT_EQ(nvml.gpus[0].memory.count, 24576 * kMib);
  EXPECT_EQ(nvml.gpus[0].multiprocessors, 0);
  const LocalGpus cuda = local_gpus({FAKE_DRIVER, kAbsent});
  ASSERT_EQ(cuda.gpus.size(), 2u);
  EXPECT_FALSE(cuda.gpus[0].free);
  EXPECT_EQ(cuda.gpus[1].name, "NVIDIA H100 80GB HBM3 MIG 1g.10gb");
}

TEST(LocalGpu, SaysWhatItLookedForWhereThereIsNoDriver) {
  const LocalGpus found = local_gpus({kAbsent, kAbsent});
  EXPECT_TRUE(found.gpus.empty());
  ASSERT_EQ(found.troubles.size(), 2u);
  for (const std::string& trouble : found.troubles) EXPECT_NE(trouble.find(kAbsent), std::string::npos) << trouble;
}

TEST(LocalGpu, SaysWhatFails) {
  const LocalGpus found = local_gpus({FAILING_DRIVER, FAILING_DRIVER});
  EXPECT_TRUE(found.gpus.empty());
  ASSERT_EQ(found.troubles.size(), 2u);
  EXPECT_NE(found.troubles[0].find("nvmlInit_v2 fails with 100"), std::string::npos) << found.troubles[0];
  EXPECT_NE(found.troubles[1].find("cuInit fails with 100"), std::string::npos) << found.troubles[1];
}

TEST(LocalGpu, ALibraryThatIsNoDriverIsNone) {
  const LocalGpus found = local_gpus({NO_DRIVER, NO_DRIVER});
  EXPECT_TRUE(found.gpus.empty());
  EXPECT_EQ(found.troubles.size(), 2u);
}

}  // namespace
}  // namespace vramlint::gpu
