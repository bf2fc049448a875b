#include <gtest/gtest.h>

#include "report/step_picture.h"

namespace vramlint::report {
namespace {

constexpr const char* kHostile = "</script><img src=x onerror='a()'>&\"";

StepPicture hostile() {
  StepPicture picture{.config = kHostile, .phase = kHostile, .torch = kHostile, .device = kHostile};
  picture.room = kGiB;
  picture.fits = true;
  picture.peak = Bytes{3 * kMiB.count};
  picture.reserved = Bytes{4 * kMiB.count};
  picture.events = 2;
  picture.peak_told = kHostile;
  PictureMoment low{.event = 0, .allocated = kMiB, .reserved = kMiB, .held = {}};
  low.held[0] = kMiB;
  PictureMoment high{.event = 1, .allocated = picture.peak, .reserved = picture.reserved, .held = {}};
  high.held[0] = kMiB;
  high.held[3] = Bytes{2 * kMiB.count};
  picture.moments = {low, high};
  picture.sections = {{kHostile, 0, 2}};
  picture.shares = {{kHostile, kHostile, Category::activation, high.held[3], kHostile, kHostile},
                    {"", "conv2d", Category::parameter, kMiB, "", ""}};
  picture.notes = {kHostile};
  return picture;
}

size_t count_of(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(StepPage, NothingOfTheUsersIsMarkup) {
  const std::string page = step_page({hostile()}, std::string("{\"a\": \"") + "</script><img>" + "\"}", {});
  EXPECT_EQ(count_of(page, "</script>"), 2U) << "the data's and the script's own";
  EXPECT_EQ(count_of(page, "<img"), 0U);
  EXPECT_EQ(count_of(page, "='a()'"), 0U);
  EXPECT_NE(page.find("\\u003c/script\\u003e"), std::string::npos);
  EXPECT_EQ(count_of(page, "http:") + count_of(page, "https:"), count_of(page, "http://www.w3.org/2000/svg"));
}

TEST(StepPage, SaysWhatIsInThePicture) {
  const std::string page = step_page({hostile()}, "{}", {});
  EXPECT_NE(page.find("3.00 MiB allocated at the peak, 4.00 MiB reserved at most"), std::string::npos);
  EXPECT_NE(page.find("66.7 %"), std::string::npos) << "2 of 3 MiB";
  EXPECT_NE(page.find("leaves 1.00 GiB: fits"), std::string::npos);
}

TEST(StepPage, TheMapsAreasAreTheBytes) {
  StepPicture picture = hostile();
  picture.shares = {{"a", "", Category::activation, Bytes{300}, "", ""},
                    {"b", "", Category::activation, Bytes{100}, "", ""}};
  const std::string map = peak_treemap(picture, {400, 100});
  // Three quarters of a map of 400 by 100 are 300 by 100; the rest stands beside it.
  EXPECT_NE(map.find("x=\"0.0\" y=\"0.0\" width=\"300.0\" height=\"100.0\""), std::string::npos) << map;
  EXPECT_NE(map.find("x=\"300.0\" y=\"0.0\" width=\"100.0\" height=\"100.0\""), std::string::npos) << map;
}

TEST(StepPage, NothingToDrawIsDrawn) {
  EXPECT_NE(step_svg({}).find("</svg>"), std::string::npos);
  EXPECT_NE(step_page({}, "{}", {}).find("</html>"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::report
