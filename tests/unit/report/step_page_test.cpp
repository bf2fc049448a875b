#include <gtest/gtest.h>

#include "report/page.h"
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

PagedConfig of(const StepPicture& picture) {
  PagedConfig config{.config = kHostile, .device = kHostile};
  config.peak = kGiB * 3;
  config.room = kGiB;
  config.fits = false;
  config.phases = {picture};
  config.settings = {{kHostile, kHostile, kHostile, kGiB, kHostile, kHostile}};
  config.plans = {{{kHostile}, kHostile, kHostile}};
  return config;
}

size_t count_of(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(StepPage, NothingOfTheUsersIsMarkup) {
  const std::string page = step_page({of(hostile())}, std::string("{\"a\": \"") + "</script><img>" + "\"}", {});
  EXPECT_EQ(count_of(page, "</script>"), 2U) << "the data's and the script's own";
  EXPECT_EQ(count_of(page, "<img"), 0U);
  EXPECT_EQ(count_of(page, "='a()'"), 0U);
  EXPECT_NE(page.find("\\u003c/script\\u003e"), std::string::npos);
  EXPECT_EQ(count_of(page, "http:") + count_of(page, "https:"), count_of(page, "http://www.w3.org/2000/svg"));
}

TEST(StepPage, SaysWhatIsInThePicture) {
  const std::string page = step_page({of(hostile())}, "{}", {});
  EXPECT_NE(page.find("3.00 MiB allocated at the peak, 4.00 MiB reserved at most"), std::string::npos);
  EXPECT_NE(page.find("66.7 %"), std::string::npos) << "2 of 3 MiB";
  EXPECT_NE(page.find("leaves 1.00 GiB: fits"), std::string::npos);
}

TEST(StepPage, SaysWhatSettingsCostAndWhatMakesItFit) {
  PagedConfig config = of(hostile());
  config.settings = {{"batch", "16", "8", kGiB, "a.yaml:3", ""}};
  config.plans = {{{"batch: 16 → 4"}, "fewer samples a step", "900 MiB"}};
  const std::string page = step_page({config}, "{}", {});
  EXPECT_NE(page.find("1.00 GiB</td><td class=\"module\"><code>batch</code></td><td><code>16</code> → <code>8</code>"),
            std::string::npos);
  EXPECT_NE(page.find("peak 900 MiB, fewer samples a step"), std::string::npos);
  EXPECT_NE(page.find("<code>batch: 16 → 4</code>"), std::string::npos);
}

TEST(StepPage, OfSeveralConfigsAllAreListedAndThoseWithPicturesLinked) {
  PagedConfig bare{.config = "bare.yaml", .device = "a"};
  bare.peak = kGiB;
  const std::string page = step_page({of(hostile()), bare}, "{}", {});
  EXPECT_NE(page.find("GPU memory of 2 configs"), std::string::npos);
  EXPECT_EQ(count_of(page, "href=\"#config-0\""), 1U);
  EXPECT_EQ(count_of(page, "id=\"config-0\""), 1U);
  EXPECT_EQ(count_of(page, "#config-1"), 0U);
  EXPECT_NE(page.find("bare.yaml"), std::string::npos);
  EXPECT_EQ(count_of(page, "<img"), 0U);
}

TEST(StepPage, BarsAreToOneScale) {
  const std::string bar =
      peak_bar({.was = Bytes{25}, .is = Bytes{50}, .room = Bytes{100}, .whole = Bytes{100}, .told = "x"});
  // 160 wide: a quarter is 40, a half 80.
  EXPECT_NE(bar.find("class=\"was\" y=\"2\" width=\"40.0\""), std::string::npos) << bar;
  EXPECT_NE(bar.find("width=\"80.0\""), std::string::npos) << bar;
  EXPECT_NE(bar.find("x1=\"160.0\""), std::string::npos) << bar;
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

TEST(StepPage, AnImageNamesTheKindsThatItsColoursMean) {
  StepPicture picture = hostile();
  picture.shares = {{"a", "", Category::activation, Bytes{300}, "", ""},
                    {"b", "", Category::parameter, Bytes{512}, "", ""},
                    {"c", "", Category::activation, Bytes{400}, "", ""}};
  const std::string image = step_svg(picture);
  const size_t first = image.find(">activation 700 B</text>"), second = image.find(">parameter 512 B</text>");
  EXPECT_NE(first, std::string::npos) << image;
  EXPECT_NE(second, std::string::npos);
  EXPECT_LT(first, second);
}

TEST(StepPage, WhatIsLessThanAThousandthHasNoRowOfItsOwn) {
  StepPicture picture = hostile();
  picture.shares.assign(1, {"large", "", Category::activation, Bytes{1'000'000}, "", ""});
  picture.shares.resize(20, {"small", "", Category::activation, Bytes{10}, "", ""});
  picture.peak = Bytes{1'000'190};
  const std::string page = step_page({{.config = "a.yaml", .phases = {picture}}}, "{}", {});
  // Twelve rows at least; the other eight are 80 bytes.
  EXPECT_NE(page.find("and 8 more, 80 B together"), std::string::npos) << page;
}

TEST(StepPage, NothingToDrawIsDrawn) {
  EXPECT_NE(step_svg({}).find("</svg>"), std::string::npos);
  EXPECT_NE(step_page({}, "{}", {}).find("</html>"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::report
