#include "graph/torch_profile.h"

#include <gtest/gtest.h>

namespace vramlint::graph {
namespace {

TEST(TorchProfile, IsTheNewestNotAboveTheVersion) {
  EXPECT_EQ(torch_profile("1.7.1")->version, "1.8");
  EXPECT_EQ(torch_profile("1.13.1")->version, "1.13");
  EXPECT_EQ(torch_profile("2.3")->version, "2.2");
  EXPECT_EQ(torch_profile("2.4.1+cu121")->version, "2.4");
  EXPECT_EQ(torch_profile("2.11")->version, "2.8");
  EXPECT_EQ(torch_profile(kDefaultTorch)->version, "2.4");
}

TEST(TorchProfile, RefusesWhatItDoesNotKnow) {
  for (const char* version : {"", "1.4", "0.4", "2", "2.", "two", "2.x", "2.4rc", "-1.13", "2.4.1.1"}) {
    EXPECT_FALSE(torch_profile(version)) << version;
  }
}

}  // namespace
}  // namespace vramlint::graph
