#include <fmt/format.h>

#include <algorithm>

#include "integrations/cli/show.h"
#include "report/place.h"
#include "report/unicode.h"

namespace vramlint::cli {
namespace {

constexpr size_t kNameWidth = 16, kSize = 10;

std::string line(const std::string& name, const std::string& text) {
  std::string written = "  " + report::fitted(name, kNameWidth) + "  " + text;
  written.erase(written.find_last_not_of(' ') + 1);
  return written + "\n";
}

std::string sizes(Bytes before, Bytes highest, Bytes after, Bytes reserved) {
  return fmt::format("{:>{}}  {:>{}}  {:>{}}  {:>{}}", to_string(before), kSize, to_string(highest), kSize,
                     to_string(after), kSize, to_string(reserved), kSize);
}

std::string stretches(const StepView& view, const memory::Timeline& timeline) {
  std::string text = line("", fmt::format("{:>{}}  {:>{}}  {:>{}}  {:>{}}", "begins at", kSize, "highest", kSize,
                                          "ends at", kSize, "reserved", kSize));
  for (const Stretch& stretch : view.stretches) {
    text += line(printable(stretch.name), sizes(stretch.before.allocated, stretch.highest.allocated,
                                                stretch.after.allocated, stretch.highest.reserved));
  }
  if (view.stretches.empty()) return text;
  return text + line("whole step", sizes(view.stretches.front().before.allocated, timeline.peak_allocated,
                                         view.stretches.back().after.allocated, timeline.peak_reserved));
}

/// The stretches' names under the curves, each where it begins.
std::string ruler(const StepView& view, size_t samples, size_t width) {
  std::string text;
  const size_t cells = std::min(width, samples);
  for (const Stretch& stretch : view.stretches) {
    const size_t at = stretch.first * cells / samples;
    if (!text.empty() && text.size() + 1 > at) continue;
    text.resize(at, ' ');
    text += "|" + printable(stretch.name);
  }
  return text;
}

std::string curves(const StepView& view, const memory::Timeline& timeline, const ShowOptions& options) {
  std::vector<int64_t> allocated, reserved;
  for (const memory::Sample& sample : timeline.samples) {
    allocated.push_back(sample.allocated.count);
    reserved.push_back(sample.reserved.count);
  }
  if (allocated.empty()) return {};
  const int64_t most = std::max(timeline.peak_allocated, timeline.peak_reserved).count;
  return line("allocated", sparkline(allocated, most, options.width, options.characters)) +
         line("reserved", sparkline(reserved, most, options.width, options.characters)) +
         line("", ruler(view, allocated.size(), options.width));
}

std::string moment(const StepView& view, const memory::Timeline& timeline) {
  const PeakMoment& peak = view.peak;
  std::string text = fmt::format("  peak of {} allocated", to_string(timeline.peak_allocated));
  if (peak.stretch.empty()) return text + " where the step begins\n";
  text += fmt::format(" in {}, at event {} of {}", peak.stretch, peak.event + 1, timeline.samples.size());
  if (peak.asked.count == 0) return text + "\n";
  text += fmt::format(",\n  when {} asked for {} ({})", printable(peak.operation), to_string(peak.asked),
                      to_string(peak.category));
  if (!peak.module.empty()) text += fmt::format(" in {}", printable(peak.module));
  const std::string place = report::shown_line(peak.span, {});
  return text + (place.empty() ? "" : ", " + place) + "\n";
}

struct Tree {
  const ShowOptions& options;
  Bytes whole;
  std::string text;

  void row(const std::string& name, Bytes bytes, size_t level) {
    const double share =
        whole.count > 0 ? 100.0 * static_cast<double>(bytes.count) / static_cast<double>(whole.count) : 0;
    text += fmt::format("  {:>{}}  {:>5.1f} %  {}{}\n", to_string(bytes), kSize, share, std::string(2 * level, ' '),
                        printable(name));
  }

  void below(const ModuleShare& share, size_t level) {
    if (level > options.depth || share.children.empty()) return;
    const size_t shown = std::min(options.most, share.children.size());
    for (size_t i = 0; i < shown; ++i) {
      row(share.children[i].name, share.children[i].total, level);
      below(share.children[i], level + 1);
    }
    Bytes rest;
    for (size_t i = shown; i < share.children.size(); ++i) rest += share.children[i].total;
    if (shown < share.children.size()) {
      row(fmt::format("({} more)", share.children.size() - shown), rest, level);
    }
    if (share.own.count > 0) row(level == 1 ? "(the step itself)" : "(itself)", share.own, level);
  }
};

std::string modules(const StepView& view, const ShowOptions& options) {
  Tree tree{options, view.modules.total, {}};
  tree.below(view.modules, 1);
  tree.row("total, the peak allocated", view.modules.total, 0);
  return "  held at the peak\n" + tree.text;
}

}  // namespace

std::string show_text(const Analysis& analysis, const ShowOptions& options) {
  std::string text;
  for (size_t phase = 0; phase < analysis.timelines.size(); ++phase) {
    const StepView view = step_view(analysis, phase);
    const memory::Timeline& timeline = analysis.timelines[phase];
    text += fmt::format("{}  phase {}, torch {}\n\n", printable_name(analysis.outcome.path), printable(view.phase),
                        analysis.outcome.torch);
    text += stretches(view, timeline) + "\n" + curves(view, timeline, options) + "\n";
    text += moment(view, timeline) + "\n" + modules(view, options);
    if (phase + 1 < analysis.timelines.size()) text += "\n";
  }
  return text;
}

}  // namespace vramlint::cli
