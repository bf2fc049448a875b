#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "report/step_picture.h"

namespace vramlint::report {
namespace {

constexpr double kLeft = 64, kRight = 14, kTop = 26, kBottom = 40;

struct ChartFrame {
  Canvas canvas;
  double most;  ///< bytes at the top
  size_t moments;
  size_t events;

  double x(size_t moment) const {
    return kLeft + (canvas.width - kLeft - kRight) * static_cast<double>(moment) / static_cast<double>(moments);
  }
  double x_of_event(size_t event) const {
    return kLeft + (canvas.width - kLeft - kRight) * static_cast<double>(event) / static_cast<double>(events);
  }
  double y(double bytes) const { return bottom() - (bottom() - kTop) * bytes / most; }
  double bottom() const { return canvas.height - kBottom; }
};

bool shows_device(const StepPicture& picture) {
  const double highest = static_cast<double>(std::max(picture.peak, picture.reserved).count);
  return picture.room && static_cast<double>(picture.room->count) < 3 * highest;
}

ChartFrame frame_of(const StepPicture& picture, Canvas canvas) {
  auto most = static_cast<double>(std::max({picture.peak, picture.reserved, Bytes{1}}).count);
  if (shows_device(picture)) most = std::max(most, static_cast<double>(picture.room->count));
  return {canvas, most * 1.06, std::max<size_t>(picture.moments.size(), 1), std::max<size_t>(picture.events, 1)};
}

/// One category's band: its upper edge from left to right, its lower edge back.
std::string band(const StepPicture& picture, const ChartFrame& frame, size_t category, std::vector<double>& below) {
  std::string there, back;
  bool any = false;
  for (size_t i = 0; i < picture.moments.size(); ++i) {
    const double bytes = static_cast<double>(picture.moments[i].held[category].count);
    any = any || bytes > 0;
    const double low = frame.y(below[i]), high = frame.y(below[i] + bytes);
    there += fmt::format("{}{:.1f},{:.1f}H{:.1f}", i == 0 ? "M" : "L", frame.x(i), high, frame.x(i + 1));
    back = fmt::format("L{:.1f},{:.1f}H{:.1f}", frame.x(i + 1), low, frame.x(i)) + back;
    below[i] += bytes;
  }
  if (!any) return {};
  const std::string name(to_string(static_cast<Category>(category)));
  return fmt::format("<path class=\"k{}\" d=\"{}{}Z\"><title>{}</title></path>\n", category, there, back, name);
}

std::string reserved_line(const StepPicture& picture, const ChartFrame& frame) {
  std::string path;
  for (size_t i = 0; i < picture.moments.size(); ++i) {
    const double y = frame.y(static_cast<double>(picture.moments[i].reserved.count));
    path += fmt::format("{}{:.1f},{:.1f}H{:.1f}", i == 0 ? "M" : "L", frame.x(i), y, frame.x(i + 1));
  }
  const double y = frame.y(static_cast<double>(picture.reserved.count));
  return fmt::format(
      "<path class=\"reserved\" d=\"{}\"/><text class=\"small told\" x=\"{:.1f}\" y=\"{:.1f}\">reserved {}</text>\n",
      path, kLeft + 6, std::max(y - 5, 12.0), to_string(picture.reserved));
}

/// 1, 2 or 5 times a power of ten of the unit, so that there are about four.
std::string ticks(const ChartFrame& frame) {
  const Bytes unit = frame.most > 4.0 * static_cast<double>(kGiB.count)   ? kGiB
                     : frame.most > 4.0 * static_cast<double>(kMiB.count) ? kMiB
                                                                          : kKiB;
  const double raw = frame.most / static_cast<double>(unit.count) / 4;
  const double power = std::pow(10.0, std::floor(std::log10(std::max(raw, 1e-3))));
  const double step = (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10) * power;
  const char* name = unit == kGiB ? "GiB" : unit == kMiB ? "MiB" : "KiB";
  std::string text;
  for (double value = 0; value * static_cast<double>(unit.count) <= frame.most; value += step) {
    const double y = frame.y(value * static_cast<double>(unit.count));
    text += fmt::format(
        "<path class=\"grid\" d=\"M{:.1f},{:.1f}H{:.1f}\"/><text class=\"small end\" x=\"{:.1f}\" y=\"{:.1f}\">{:g} "
        "{}</text>\n",
        kLeft, y, frame.canvas.width - kRight, kLeft - 6, y + 4, value, name);
  }
  return text;
}

std::string sections(const StepPicture& picture, const ChartFrame& frame) {
  std::string text;
  constexpr double kLetter = 6.6;
  double free_from = 0;
  int row = 0;
  for (const PictureSection& section : picture.sections) {
    const double x = frame.x_of_event(section.first);
    row = x < free_from ? 1 - row : 0;
    text += fmt::format("<path class=\"mark\" d=\"M{:.1f},{:.1f}V{:.1f}\"/>", x, kTop, frame.bottom() + 6);
    const double width = kLetter * static_cast<double>(section.name.size());
    const bool leans = x + width > frame.canvas.width - kRight;
    text +=
        fmt::format("<text class=\"small{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", leans ? " end" : "",
                    leans ? frame.canvas.width - kRight : x + 3, frame.bottom() + 16 + 14 * row, escaped(section.name));
    free_from = x + width + 8;
  }
  return text;
}

std::string device_line(const StepPicture& picture, const ChartFrame& frame) {
  if (!picture.room) return {};
  const std::string told =
      fmt::format("{}: room for {}", picture.device.empty() ? "device" : picture.device, to_string(*picture.room));
  if (!shows_device(picture))
    return fmt::format("<text class=\"small end\" x=\"{:.1f}\" y=\"14\">{}, above the picture</text>\n",
                       frame.canvas.width - kRight, escaped(told));
  const double y = frame.y(static_cast<double>(picture.room->count));
  const double peak = frame.y(static_cast<double>(picture.peak.count));
  const double text = std::abs(y - peak) < 18 ? y + 15 : y - 5;  // the peak's stands above its point
  return fmt::format(
      "<path class=\"device\" d=\"M{:.1f},{:.1f}H{:.1f}\"/><text class=\"small end told\" x=\"{:.1f}\" "
      "y=\"{:.1f}\">{}</text>\n",
      kLeft, y, frame.canvas.width - kRight, frame.canvas.width - kRight, text, escaped(told));
}

/// A peak that no moment of the step reaches: before it, libraries have tried what they may use.
std::string outer_peak(const StepPicture& picture, const ChartFrame& frame) {
  const double y = frame.y(static_cast<double>(picture.peak.count));
  return fmt::format(
      "<path class=\"mark\" d=\"M{:.1f},{:.1f}H{:.1f}\"/><text class=\"small told\" x=\"{:.1f}\" y=\"{:.1f}\">peak {}, "
      "before this step</text>\n",
      kLeft, y, frame.canvas.width - kRight, kLeft + 6, y + 14, to_string(picture.peak));
}

std::string peak_mark(const StepPicture& picture, const ChartFrame& frame) {
  size_t at = 0;
  for (size_t i = 0; i < picture.moments.size(); ++i)
    if (picture.moments[i].allocated > picture.moments[at].allocated) at = i;
  if (picture.moments.empty() || picture.moments[at].allocated < picture.peak) return outer_peak(picture, frame);
  const double x = (frame.x(at) + frame.x(at + 1)) / 2, y = frame.y(static_cast<double>(picture.peak.count));
  const bool leans = x > frame.canvas.width * 0.6;
  return fmt::format(
      "<path class=\"peak\" d=\"M{:.1f},{:.1f}V{:.1f}\"/><circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>"
      "<text class=\"small told{}\" x=\"{:.1f}\" y=\"{:.1f}\">peak {}</text>\n",
      x, y, frame.bottom(), x, y, leans ? " end" : "", leans ? x - 8 : x + 8, std::max(y - 6, kTop - 12),
      to_string(picture.peak));
}

}  // namespace

std::string step_chart(const StepPicture& picture, Canvas canvas) {
  const ChartFrame frame = frame_of(picture, canvas);
  const std::string told = fmt::format(
      "Memory over one step of {}: {} allocated at the peak, event {} of {}; {} reserved at most.", picture.config,
      to_string(picture.peak), picture.peak_event + 1, picture.events, to_string(picture.reserved));
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture chart\" viewBox=\"0 0 {} {}\" width=\"{}\" "
      "height=\"{}\" role=\"img\" aria-label=\"{}\">\n",
      canvas.width, canvas.height, canvas.width, canvas.height, escaped(told));
  text += ticks(frame);
  std::vector<double> below(picture.moments.size(), 0);
  for (size_t category = 0; category < kCategoryCount; ++category) text += band(picture, frame, category, below);
  text += reserved_line(picture, frame) + sections(picture, frame) + device_line(picture, frame);
  return text + peak_mark(picture, frame) +
         fmt::format(
             "<path class=\"cursor\" data-left=\"{}\" data-right=\"{}\" d=\"M0,{:.1f}V{:.1f}\" "
             "visibility=\"hidden\"/></svg>\n",
             kLeft, canvas.width - kRight, kTop, frame.bottom());
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace vramlint::report
