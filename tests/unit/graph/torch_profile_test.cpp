#include "graph/torch_profile.h"

#include <gtest/gtest.h>

namespace vramlint::graph {
namespace {

TEST(TorchProfile, IsTheNewestNotAboveTheVersion) {
  EXPECT_EQ(torch_profile("1.13.1")->version, "1.13");
  EXPECT_EQ(torch_profile("2.1")->version, "2.0");
  EXPECT_EQ(torch_profile("2.4.1+cu121")->version, "2.4");
  EXPECT_EQ(torch_profile("2.11")->version, "2.7");
  EXPECT_EQ(torch_profile(kDefaultTorch)->version, "2.4");
}

TEST(TorchProfile, RefusesWhatItDoesNotKnow) {
  for (const char* version : {"", "1.12", "0.4", "2", "2.", "two", "2.x", "2.4rc", "-1.13", "2.4.1.1"}) {
    EXPECT_FALSE(torch_profile(version)) << version;
  }
}

}  // namespace
}  // namespace vramlint::graph
