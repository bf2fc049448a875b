#include "memory/devices.h"

#include <gtest/gtest.h>

#include <set>

#include "memory/libraries/cuda_context.h"
#include "memory/libraries/unexplained.h"

namespace vramlint::memory {
namespace {

TEST(Devices, NamesAreUniqueAndFindTheirDevice) {
  std::set<std::string_view> names;
  for (const Device& device : devices()) {
    EXPECT_TRUE(names.insert(device.name).second) << device.name;
    EXPECT_EQ(find_device(device.name), &device) << device.name;
    EXPECT_EQ(find_device(device.title), &device) << device.title;
    EXPECT_EQ(find_device("NVIDIA " + std::string(device.title)), &device) << device.title;
  }
}

TEST(Unexplained, ReachesToEitherSideOfThePointAtLeast) {
  EXPECT_EQ(widened({Bytes(90), Bytes(100), Bytes(101)}, 0.05), (Interval{Bytes(90), Bytes(100), Bytes(105)}));
  EXPECT_EQ(widened({Bytes(98), Bytes(100), Bytes(130)}, 0.05), (Interval{Bytes(95), Bytes(100), Bytes(130)}));
}

TEST(Unexplained, IsMoreWhereLessWasMeasured) {
  const auto of = [](std::string_view torch, std::string_view card, bool convolves) {
    return unexplained({*graph::torch_profile(torch), {}, find_device(card)}, {.convolutions = convolves});
  };
  const UnexplainedShares plain = of("2.11", "h100", false), convolving = of("2.11", "h100", true);
  EXPECT_LT(plain.allocated, convolving.allocated);
  EXPECT_LT(plain.reserved, convolving.reserved);
  for (const UnexplainedShares& other : {of("2.11", "a100-80gb", false), of("2.4", "h100", false)}) {
    EXPECT_GT(other.allocated, convolving.allocated);
    EXPECT_GT(other.reserved, convolving.reserved);
  }
}

TEST(Devices, RowsArePlausible) {
  for (const Device& device : devices()) {
    EXPECT_GT(device.memory, kGiB * 3) << device.name;
    EXPECT_LT(device.memory, kGiB * 200) << device.name;
    EXPECT_GE(device.compute_major, 7) << device.name;
    EXPECT_GE(device.multiprocessors, 8) << device.name;
    EXPECT_LE(device.multiprocessors, 200) << device.name;
    EXPECT_FALSE(device.source.empty()) << device.name;
  }
}

TEST(Devices, NamesAsDriversWriteThem) {
  EXPECT_EQ(find_device("NVIDIA GeForce RTX 3090")->name, "rtx3090");
  EXPECT_EQ(find_device("NVIDIA A100-SXM4-80GB")->name, "a100-80gb");
  EXPECT_EQ(find_device("NVIDIA A100-SXM4-40GB")->name, "a100");
  EXPECT_EQ(find_device("Tesla V100-SXM2-16GB")->name, "v100");
  EXPECT_EQ(find_device("NVIDIA H100 80GB HBM3")->name, "h100");
  EXPECT_EQ(find_device("NVIDIA RTX 6000 Ada Generation")->name, "rtx6000ada");
  EXPECT_EQ(find_device("RTX_4090")->name, "rtx4090");
  EXPECT_EQ(find_device("a6000")->name, "rtxa6000");
}

// Figures of PyTorch's out-of-memory messages.
TEST(Devices, MeasuredMemory) {
  EXPECT_EQ(find_device("rtx3090")->memory.count, static_cast<int64_t>(23.69 * 1073741824));
  EXPECT_TRUE(find_device("rtx3090")->measured);
  EXPECT_FALSE(find_device("titanv")->measured);
}

TEST(Devices, UnknownNamesGetSuggestions) {
  EXPECT_EQ(find_device("rtx3091"), nullptr);
  EXPECT_EQ(find_device(""), nullptr);
  EXPECT_EQ(find_device(std::string(100000, 'x')), nullptr);
  ASSERT_FALSE(suggest_devices("rtx3091").empty());
  EXPECT_EQ(suggest_devices("rtx3091")[0], "rtx3090");
  EXPECT_TRUE(suggest_devices("radeon vii of another make").empty());
}

TEST(Devices, ContextGrowsWithEagerLoading) {
  const Interval old = cuda_context(nullptr, "1.13"), current = cuda_context(nullptr, "2.4");
  EXPECT_EQ(current.low.count, 266076160);  // 287,047,680 - 20,971,520
  EXPECT_GT(old.high, current.high);
  EXPECT_LE(current.low, current.point);
  EXPECT_LE(current.point, current.high);
}

// CUDA 11.7 is the first that loads modules when they are needed (pytorch/pytorch#86509).
TEST(Devices, CudaDecidesHowModulesAreLoaded) {
  const config::RuntimeFacts old{.cuda = "11.6"}, lazy{.cuda = "11.7"}, asked{.lazy_modules = false};
  EXPECT_EQ(cuda_context(nullptr, "1.13", old).low.count, 666632192 - 20971520);
  EXPECT_EQ(cuda_context(nullptr, "1.13", lazy).high, cuda_context(nullptr, "2.4").high);
  EXPECT_EQ(cuda_context(nullptr, "2.4", asked).low, cuda_context(nullptr, "1.13", old).low);
}

// NVML's figure less what the allocator had reserved, of programs on an H100 with torch 2.11.0+cu130: 630 MiB in a
// network that convolves, 742 in BERT in float32, 758 in GPT-2 in bfloat16, 760 in ResNet-50, 768 with Fourier
// transforms.
TEST(Devices, ContextByWhatTheProgramUses) {
  const auto at = [](LibrariesUsed used) { return cuda_context(find_device("h100"), "2.11", {}, used); };
  const struct {
    LibrariesUsed used;
    int64_t mebibytes;
  } measured[] = {{{}, 630},
                  {{.convolutions = true}, 634},
                  {{.products = true}, 742},
                  {{.products = true, .attention = true}, 758},
                  {{.products = true, .convolutions = true}, 762},
                  {{.products = true, .convolutions = true, .transforms = true}, 770}};
  for (const auto& row : measured) {
    const Interval context = at(row.used);
    EXPECT_NEAR(static_cast<double>(context.point.count) / (1 << 20), static_cast<double>(row.mebibytes), 4);
    EXPECT_LE(context.low.count, row.mebibytes << 20);
    EXPECT_GE(context.high.count, row.mebibytes << 20);
  }
}

// NVIDIA/nccl#964: 544 MB for two GPUs, 688 MB for more.
TEST(Devices, CommunicationBuffers) {
  EXPECT_EQ(communication_buffers({.gpus = 2}).point.count, 544000000);
  EXPECT_EQ(communication_buffers({.gpus = 8}).point.count, 688000000);
  // Eight programs of one rank with DDP and two with FSDP on an H100: 1,322 and 828 MiB, of which 758 are the context.
  const Device* hopper = find_device("h100");
  EXPECT_EQ(communication_buffers({.kind = config::DdpFacts{}, .gpus = 1}, hopper).point.count, int64_t{564} << 20);
  EXPECT_EQ(communication_buffers({.kind = config::FsdpFacts{}, .gpus = 1}, hopper).point.count, int64_t{70} << 20);
}

}  // namespace
}  // namespace vramlint::memory
