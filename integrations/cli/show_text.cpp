#include <fmt/format.h>

#include <algorithm>

#include "integrations/cli/show.h"
#include "report/place.h"
#include "report/unicode.h"
#include "report/verdict.h"

namespace vramlint::cli {
namespace {

constexpr size_t kNameWidth = 16, kSize = 10;

/// "forward"
Words stretch_name(const std::string& name) {
  if (name == "set-up") return "set-up"_words;
  if (name == "forward") return "forward"_words;
  if (name == "backward") return "backward"_words;
  if (name == "optimizer step") return "optimizer step"_words;
  return printable(name);
}

std::string line(const std::string& name, const std::string& text) {
  std::string written = "  " + report::fitted(name, kNameWidth) + "  " + text;
  written.erase(written.find_last_not_of(' ') + 1);
  return written + "\n";
}

std::string flush_right(const std::string& text) {
  const size_t taken = report::cells(text);
  return std::string(taken < kSize ? kSize - taken : 0, ' ') + text;
}

std::string columns(const std::string& before, const std::string& highest, const std::string& after,
                    const std::string& reserved) {
  return flush_right(before) + "  " + flush_right(highest) + "  " + flush_right(after) + "  " + flush_right(reserved);
}

std::string sizes(Bytes before, Bytes highest, Bytes after, Bytes reserved) {
  return columns(to_string(before), to_string(highest), to_string(after), to_string(reserved));
}

std::string stretches(const StepView& view, const memory::Timeline& timeline, const ShowOptions& options) {
  const auto say = [&](const Words& words) { return words.in(options.catalogue); };
  std::string text =
      line("", columns(say("begins at"_words), say("highest"_words), say("ends at"_words), say("reserved"_words)));
  for (const Stretch& stretch : view.stretches) {
    text += line(say(stretch_name(stretch.name)), sizes(stretch.before.allocated, stretch.highest.allocated,
                                                        stretch.after.allocated, stretch.highest.reserved));
  }
  if (view.stretches.empty()) return text;
  return text + line(say("whole step"_words), sizes(view.stretches.front().before.allocated, timeline.peak_allocated,
                                                    view.stretches.back().after.allocated, timeline.peak_reserved));
}

/// The stretches' names under the curves, each where it begins.
std::string ruler(const StepView& view, size_t samples, const ShowOptions& options) {
  std::string text;
  const size_t cells = std::min(options.width, samples);
  for (const Stretch& stretch : view.stretches) {
    const size_t at = stretch.first * cells / samples;
    const size_t taken = report::cells(text);
    if (!text.empty() && taken + 1 > at) continue;
    text += std::string(at - taken, ' ') + "|" + stretch_name(stretch.name).in(options.catalogue);
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
  const auto say = [&](const Words& words) { return words.in(options.catalogue); };
  return line(say("allocated"_words), sparkline(allocated, most, options.width, options.characters)) +
         line(say("reserved"_words), sparkline(reserved, most, options.width, options.characters)) +
         line("", ruler(view, allocated.size(), options));
}

/// What was being allocated.
Words request(const PeakMoment& peak) {
  const Words operation = printable(peak.operation), category = report::category(peak.category);
  const std::string place = report::shown_line(peak.span, {}), module = printable(peak.module);
  if (module.empty() && place.empty()) return "when {0} asked for {1} ({2})"_words(operation, peak.asked, category);
  if (module.empty()) return "when {0} asked for {1} ({2}), {3}"_words(operation, peak.asked, category, place);
  if (place.empty()) return "when {0} asked for {1} ({2}) in {3}"_words(operation, peak.asked, category, module);
  return "when {0} asked for {1} ({2}) in {3}, {4}"_words(operation, peak.asked, category, module, place);
}

std::string moment(const StepView& view, const memory::Timeline& timeline, const Catalogue* catalogue) {
  const PeakMoment& peak = view.peak;
  const Words allocated = timeline.peak_allocated;
  if (peak.stretch.empty())
    return "  " + Words("peak of {0} allocated where the step begins"_words(allocated)).in(catalogue) + "\n";
  const Words when = "peak of {0} allocated in {1}, at event {2} of {3}"_words(allocated, stretch_name(peak.stretch),
                                                                               peak.event + 1, timeline.samples.size());
  if (peak.asked.count == 0) return "  " + when.in(catalogue) + "\n";
  return "  " + Words("{0},"_words(when)).in(catalogue) + "\n  " + request(peak).in(catalogue) + "\n";
}

struct Tree {
  const ShowOptions& options;
  Bytes whole;
  std::string text;

  void row(const Words& name, Bytes bytes, size_t level) {
    const double share =
        whole.count > 0 ? 100.0 * static_cast<double>(bytes.count) / static_cast<double>(whole.count) : 0;
    text += fmt::format("  {:>{}}  {:>5.1f} %  {}{}\n", to_string(bytes), kSize, share, std::string(2 * level, ' '),
                        printable(name.in(options.catalogue)));
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
      row("({0} more)"_words(share.children.size() - shown), rest, level);
    }
    if (share.own.count > 0) row(level == 1 ? "(the step itself)"_words : "(itself)"_words, share.own, level);
  }
};

std::string modules(const StepView& view, const ShowOptions& options) {
  Tree tree{options, view.modules.total, {}};
  tree.below(view.modules, 1);
  tree.row("total, the peak allocated"_words, view.modules.total, 0);
  return "  " + Words("held at the peak"_words).in(options.catalogue) + "\n" + tree.text;
}

std::string settings(const Analysis& analysis, const ShowOptions& options) {
  const std::vector<KeyShare>& keys = analysis.outcome.keys;
  if (keys.empty()) return {};
  std::string text = "\n  " + Words("settings that lower it"_words).in(options.catalogue) + "\n";
  for (const KeyShare& key : keys) {
    text += fmt::format("  {:>{}}  {}: {} → {}", to_string(key.saved), kSize, printable_name(key.key),
                        printable(setting_before(key.from).in(options.catalogue)), printable(key.to));
    if (key.span) text += "  " + report::shown_line(key.span, {});
    text += "\n";
  }
  return text;
}

}  // namespace

std::string show_text(const Analysis& analysis, const ShowOptions& options) {
  std::string text;
  for (size_t phase = 0; phase < analysis.timelines.size(); ++phase) {
    const StepView view = step_view(analysis, phase);
    const memory::Timeline& timeline = analysis.timelines[phase];
    const Words head = "phase {0}, torch {1}"_words(printable(view.phase), analysis.outcome.torch);
    text += printable_name(analysis.outcome.path) + "  " + head.in(options.catalogue) + "\n\n";
    text += stretches(view, timeline, options) + "\n" + curves(view, timeline, options) + "\n";
    text += moment(view, timeline, options.catalogue) + "\n" + modules(view, options);
    if (phase + 1 < analysis.timelines.size()) text += "\n";
  }
  return text + settings(analysis, options);
}

}  // namespace vramlint::cli
