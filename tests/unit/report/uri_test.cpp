#include "report/uri.h"

#include <gtest/gtest.h>

namespace vramlint::report {
namespace {

// RFC 3986, sections 2.1, 3.3 and 4.2.
TEST(Uri, EncodesWhatAPathSegmentMayNotHold) {
  EXPECT_EQ(uri_of("configs/train.yaml"), "configs/train.yaml");
  EXPECT_EQ(uri_of("configs/café a#b[1].yaml"), "configs/caf%C3%A9%20a%23b%5B1%5D.yaml");
  EXPECT_EQ(uri_of("a\\b?c%d:e"), "a%5Cb%3Fc%25d%3Ae");
}

TEST(Uri, AbsolutePathBecomesAFileUri) { EXPECT_EQ(uri_of("/usr/lib/x y.py"), "file:///usr/lib/x%20y.py"); }

}  // namespace
}  // namespace vramlint::report
