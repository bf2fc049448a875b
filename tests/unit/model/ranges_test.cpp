// Elements that lie between bounds, and the sizes, turns and branches that follow from them.
#include <gtest/gtest.h>

#include "masked_net.h"

namespace vramlint::model {
namespace {

/// The first size of what the last node of that operator makes.
graph::Dim last_size(const BuildResult& result, std::string_view name) {
  graph::Dim size(-1);
  if (!result.built) return size;
  for (const graph::Event& event : result.built->phases.at(0).events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (node && node->call.op->schema.starts_with(name)) size = node->outputs[0].type.shape.at(0);
  }
  return size;
}

size_t count(const BuildResult& result, std::string_view name) {
  size_t nodes = 0;
  if (!result.built) return nodes;
  for (const graph::Event& event : result.built->phases.at(0).events) {
    const auto* node = std::get_if<graph::Node>(&event);
    nodes += node && node->call.op->schema.starts_with(name) ? 1 : 0;
  }
  return nodes;
}

// argmax of 4 columns is 0 to 3: its largest and 1 more is 1 to 4.
TEST(Ranges, ALoopOverThePlacesThatArgmaxFindsEnds) {
  const BuildResult result = selecting(R"(        nearest = y.argmax(dim=1)
        for i in range(nearest.max() + 1):
            y = y.exp()
        return y.sum()
)")
                                 .build();
  EXPECT_EQ(count(result, "exp("), 4u);
}

// A place among 4, halved, lies between 0 and 1.5: the int of it is 0 or 1, and -1 to 1 are 3 numbers.
TEST(Ranges, ACountOfWhatAnElementSaysIsBounded) {
  const BuildResult result = selecting(R"(        radius = int(y.argmax(dim=1)[0] / 2)
        return y.sum() + torch.arange(-radius, radius + 1, device=x.device).sum()
)")
                                 .build();
  EXPECT_EQ(last_size(result, "arange").low, 1);
  EXPECT_EQ(last_size(result, "arange").high, 3);
}

// 1 + 3 * 3 is 10 at most, its root 3.2, and 4 what that is rounded up to.
TEST(Ranges, ArithmeticAndMathKeepBounds) {
  const BuildResult result = selecting(R"(        place = y.argmax(dim=1)[0]
        return y.sum() + torch.zeros(ceil(sqrt(place ** 2 + 1)), device=x.device).sum()
)")
                                 .build();
  EXPECT_EQ(last_size(result, "zeros").low, 1);
  EXPECT_EQ(last_size(result, "zeros").high, 4);
}

TEST(Ranges, TheSmallerOfAnElementAndANumberIsNoLarger) {
  const BuildResult result = selecting(R"(        chosen = y[mask]
        values, places = chosen[:, 0].topk(min(mask.sum(), 2))
        return y.sum() + values.sum()
)")
                                 .build();
  EXPECT_EQ(last_size(result, "topk(").high, 2);
}

// Where more than 2 are chosen 2 are taken, so 2 at most in both arms.
TEST(Ranges, ABranchOnTheSumOfAMaskBoundsWhatItChooses) {
  for (const char* sum : {"sum(mask)", "mask.sum()"}) {
    const BuildResult result = selecting(std::string("        chosen = y[mask]\n        if ") + sum + R"( > 2:
            chosen = chosen[chosen[:, 0].topk(2)[1]]
        return (chosen * 3).sum()
)")
                                   .build();
    EXPECT_EQ(last_size(result, "mul").high, 2) << sum;
  }
}

// Each group of a convolution has as many channels as its weight takes.
TEST(Ranges, GroupsOfAnUnknownNumberAreWhatTheChannelsLeave) {
  const BuildResult result = selecting(R"(        kernels = y[mask]
        count = kernels.size(0)
        images = x.view(1, 1, 6, 8).repeat(1, count, 1, 1)
        return F.conv2d(images, kernels.view(count, 1, 2, 2), groups=count).transpose(0, 1).contiguous().sum()
)")
                                 .build();
  EXPECT_EQ(last_size(result, "transpose.int(").low, 0);
  EXPECT_EQ(last_size(result, "transpose.int(").high, 6);
}

// What is drawn lies from 0 up to 1: it is never below 0, and always below 1.
TEST(Ranges, ANumberThatIsDrawnIsNotBelowZero) {
  const BuildResult result = selecting(R"(        dropped = torch.rand(1) < 0.0
        if dropped or torch.rand(1).item() < 0:
            y = y.new_zeros(y.shape)
        if torch.rand(1) < 1:
            y = y.exp()
        return y.sum()
)")
                                 .build();
  EXPECT_EQ(count(result, "exp("), 1u);
  EXPECT_EQ(count(result, "new_zeros("), 0u);
  EXPECT_EQ(result.assumptions.size(), selecting("        return y.sum()\n").build().assumptions.size());
}

// No count that is divided by is 0: 12 / 6 to 12 / 1.
TEST(Ranges, ADivisorThatCountsIsNotZero) {
  const BuildResult result =
      selecting(R"(        return y.sum() + torch.zeros(int(12 / len(y[mask])), device=x.device).sum()
)")
          .build();
  EXPECT_EQ(last_size(result, "zeros").low, 2);
  EXPECT_EQ(last_size(result, "zeros").high, 12);
}

}  // namespace
}  // namespace vramlint::model
