#include <fmt/format.h>

#include "report/step_picture.h"
#include "report/step_tables.h"

namespace vramlint::report {
namespace {

constexpr int kWidth = 960, kTitle = 34, kChart = 360, kMap = 300, kRow = 22;

struct DrawnKinds {
  std::string drawn;
  int rows = 0;
};

/// A word is taken to be seven pixels a letter, which at 12 px is wide for any sans serif.
DrawnKinds draw_kinds(const StepPicture& picture) {
  constexpr int kLetter = 7, kSwatch = 16, kGap = 18;
  DrawnKinds made;
  int x = kWidth;
  for (const HeldKind& kind : held_kinds(picture)) {
    const std::string told = fmt::format("{} {}", to_string(kind.category), to_string(kind.bytes));
    const int wide = kSwatch + kLetter * static_cast<int>(told.size()) + kGap;
    if (x + wide > kWidth) {
      x = 8;
      ++made.rows;
    }
    const int top = (made.rows - 1) * kRow;
    made.drawn += fmt::format(
        "<rect class=\"k{}\" x=\"{}\" y=\"{}\" width=\"11\" height=\"11\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
        static_cast<size_t>(kind.category), x, top + 2, x + kSwatch, top + 12, told);
    x += wide;
  }
  return made;
}

}  // namespace

std::string step_svg(const StepPicture& picture) {
  const auto placed = [](std::string svg, int y) { return svg.replace(0, 4, fmt::format("<svg y=\"{}\"", y)); };
  const DrawnKinds kinds = draw_kinds(picture);
  const int map = kTitle + kChart + kinds.rows * kRow;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
             "height=\"{1}\"><style>{2}</style><rect width=\"{0}\" height=\"{1}\" fill=\"var(--paper)\"/>\n"
             "<text x=\"8\" y=\"22\" font-size=\"15\">{3}, phase {4}</text>\n",
             kWidth, map + kMap, picture_style(), escaped(picture.config), escaped(picture.phase)) +
         placed(step_chart(picture, {kWidth, kChart}), kTitle) +
         fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n", kTitle + kChart, kinds.drawn) +
         placed(peak_treemap(picture, {kWidth, kMap}), map) + "</svg>\n";
}

}  // namespace vramlint::report
