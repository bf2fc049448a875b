// Data that a training program holds itself, without a loader: on the GPU before its loop, or brought batch by batch.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

/// A program whose data lie on the GPU before its loop. 4,000 rows of 1,000 floats are 16,000,000 bytes, which take a
/// block of 16,777,216: what is left of it is too little to be split off.
Said with_own_data(const std::string& made, const std::string& used) {
  return said_of_script("import torch\n" + made +
                        "model = torch.nn.Linear(1000, 1).cuda()\n"
                        "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor i in range(100):\n"
                        "    loss = model(" +
                        used + ").mean()\n    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n");
}

constexpr int64_t kBlock = 16'777'216;

TEST(OwnData, WhatIsMovedBeforeTheLoopStaysOnTheGpuOnce) {
  const std::string data = "data = torch.rand(4000, 1000)\n";
  for (const char* moved : {"data = data.cuda()\n", "data = data.to('cuda')\n", "data = data.clone().cuda() * 2\n"}) {
    const Said said = with_own_data(data + moved, "data[32 * i:32 * i + 32]");
    ASSERT_EQ(said.status(), "estimated") << said.config;
    EXPECT_EQ(said.config["breakdown"]["buffer"], kBlock) << moved << said.config;
    EXPECT_FALSE(said.assumes("a tensor made without a device")) << said.config["assumptions"];
  }
  const Said held = with_own_data(data + "data, test = data.cuda(), data.cuda()\n", "data[:32]");
  EXPECT_EQ(held.config["breakdown"]["buffer"], 2 * kBlock) << "what no round reads is there as well";
}

// Features of a style, of which the program has Gram matrices made and nothing more: a mean of each, 512 bytes, and all
// of the rows.
TEST(OwnData, WhatHasBeenLookedAtThroughAViewIsThereAsWell) {
  for (const char* view : {"x.view(-1)", "x.transpose(0, 1)", "x[:10]", "x"}) {
    const Said said = with_own_data(
        "data = [torch.rand(4000, 1000).cuda()]\nmeans = [" + std::string(view) + ".mean() for x in data]\n",
        "torch.ones(32, 1000, device='cuda')");
    ASSERT_EQ(said.status(), "estimated") << said.config;
    EXPECT_EQ(said.config["breakdown"]["buffer"], kBlock + 512) << view << said.config;
  }
}

TEST(OwnData, WhatStaysOnTheHostIsBroughtBatchByBatch) {
  const Said said = with_own_data("data = torch.rand(4000, 1000)\n", "data[32 * i:32 * i + 32].cuda()");
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.config["breakdown"]["buffer"], 0) << said.config;
  EXPECT_LT(said.config["peak"]["allocated"]["point"].get<int64_t>(), kBlock + (int64_t{20} << 20));
}

TEST(OwnData, WhatIsComputedOfMovedDataIsMadeOnTheGpu) {
  const Said said = with_own_data("data = torch.rand(4000, 1000).cuda()\ndata[:, :10] *= 0.0\n", "data / 2");
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.config["breakdown"]["buffer"], kBlock) << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// Whether a picture has a range is known of its elements alone: either way there are 4 of 3 x 32 x 32 floats.
TEST(OwnData, NormalisedOrNotItIsOfOneSize) {
  for (const char* body :
       {"if high > low:\n            x = (x - low) / (high - low)\n        else:\n            x = x - low\n"
        "        return x",
        "if high > low:\n            return (x - low) / (high - low)\n        else:\n            return x - low",
        "sample = {}\n        if high > low:\n            span = high - low\n            sample['x'] = (x - low) / "
        "span\n"
        "        else:\n            sample['x'] = x - low\n        return sample['x']"}) {
    for (const char* made : {"torch.rand(3, 32, 32)", "np.random.rand(3, 32, 32).astype(np.float32)"}) {
      SCOPED_TRACE(std::string(made) + ": " + body);
      const Said said = Program{.data =
                                    "import numpy as np\n\nclass Pictures(Dataset):\n    def __len__(self):\n"
                                    "        return 64\n    def __getitem__(self, index):\n        x = " +
                                    std::string(made) + "\n        low, high = x.min(), x.max()\n        " + body +
                                    "\n\nloader = DataLoader(Pictures(), batch_size=4)\n"}
                            .check();
      expect_trains(said);
      EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
    }
  }
}

// One arm crops: of what is loaded then only the bounds are known.
TEST(OwnData, ArmsOfOtherSizesAreNotOne) {
  const Said said = Program{.data =
                                "class Pictures(Dataset):\n    def __len__(self):\n        return 64\n"
                                "    def __getitem__(self, index):\n        x = torch.rand(3, 32, 32)\n"
                                "        if x.max() > 0.5:\n            x = x[:, :16]\n        return x\n\n"
                                "loader = DataLoader(Pictures(), batch_size=4)\n"}
                        .check();
  EXPECT_FALSE(said.assumes("both leave data of the same sizes")) << said.config["assumptions"];
}

}  // namespace
}  // namespace vramlint::tests
