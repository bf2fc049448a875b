#include "report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/printable.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

bool has_peak(const std::optional<ConfigOutcome>& config) { return config && config->status != Status::not_estimable; }

std::string peak_text(const ConfigOutcome& config) {
  return config.status == Status::partial ? shown(config.peak.process, config) : to_string(config.peak.process.point);
}

std::string fits_text(const ConfigOutcome& before, const ConfigOutcome& after) {
  if (!after.device || !after.fits) return {};
  const std::string device = device_name(*after.device);
  if (!before.fits || *before.fits == *after.fits)
    return fmt::format(", {} {}", *after.fits ? "fits" : before.fits ? "still does not fit" : "does not fit", device);
  return fmt::format(", {} {}", *after.fits ? "now fits" : "no longer fits", device);
}

/// Why there is no estimate, in few words.
std::string gap_text(const ConfigOutcome& config) {
  if (config.unknowns.empty()) return {};
  constexpr size_t kLongest = 160;
  const std::string& reason = config.unknowns.front().reason;
  const std::string_view part = clipped(reason, kLongest);
  return fmt::format(" ({}{})", part, part.size() < reason.size() ? "…" : "");
}

std::string both_text(const ConfigChange& change) {
  const ConfigOutcome &before = *change.before, &after = *change.after;
  if (!has_peak(change.before) && !has_peak(change.after)) return "not estimable, as before";
  if (!has_peak(change.after))
    return fmt::format("needed {}, is no longer estimable{}", peak_text(before), gap_text(after));
  if (!has_peak(change.before)) return fmt::format("was not estimable, now {}", verdict(after));
  const std::string limit = after.device ? " of " + to_string(after.device->budget) : "";
  const char* about = is_comparable(change) ? "" : "about ";
  return fmt::format("{}{}: {} to {}{}{}", about, signed_text(*increase(change)), peak_text(before), peak_text(after),
                     limit, fits_text(before, after));
}

struct Tally {
  int more = 0, less = 0, same = 0, added = 0, deleted = 0, lost = 0, over = 0;
};

void count_change(Tally& tally, const ConfigChange& change) {
  tally.over += change.limit && change.limit->exceeded;
  if (!change.before || !change.after) {
    ++(change.after ? tally.added : tally.deleted);
  } else if (const std::optional<Bytes> added = increase(change)) {
    ++(added->count > 0 ? tally.more : added->count < 0 ? tally.less : tally.same);
  } else {
    ++(has_peak(change.before) ? tally.lost : tally.same);
  }
}

}  // namespace

Bytes peak_figure(const ConfigOutcome& config) {
  const bool is_bound = config.status == Status::partial && are_lower_bounds(config.unknowns);
  return is_bound ? config.peak.process.low : config.peak.process.point;
}

std::optional<Bytes> increase(const ConfigChange& change) {
  if (!has_peak(change.before) || !has_peak(change.after)) return std::nullopt;
  return peak_figure(*change.after) - peak_figure(*change.before);
}

bool is_comparable(const ConfigChange& change) {
  if (!has_peak(change.before) || !has_peak(change.after)) return false;
  const auto reasons = [](const ConfigOutcome& config) {
    std::vector<std::string> all;
    for (const Unknown& unknown : config.unknowns) all.push_back(unknown.reason);
    std::sort(all.begin(), all.end());
    return all;
  };
  const bool whole = change.before->status == Status::estimated && change.after->status == Status::estimated;
  return whole || reasons(*change.before) == reasons(*change.after);
}

bool is_moved(const ConfigChange& change) {
  if (!change.before || !change.after) return true;
  if (change.before->status != change.after->status || change.before->fits != change.after->fits) return true;
  const std::optional<Bytes> added = increase(change);
  return added && added->count != 0;
}

std::vector<const ConfigChange*> moved_changes(const Comparison& comparison) {
  std::vector<const ConfigChange*> moved;
  for (const ConfigChange& change : comparison.configs)
    if (is_moved(change)) moved.push_back(&change);
  const auto weight = [](const ConfigChange* change) {
    const std::optional<Bytes> added = increase(*change);
    const bool over = change->limit && change->limit->exceeded;
    const bool lost = change->before && change->after && has_peak(change->before) && !added;
    const bool unfit =
        change->after && change->after->fits == false && (!change->before || change->before->fits != false);
    return std::pair(lost || unfit || over, added ? std::abs(added->count) : 0);
  };
  std::stable_sort(moved.begin(), moved.end(),
                   [&](const ConfigChange* lhs, const ConfigChange* rhs) { return weight(lhs) > weight(rhs); });
  return moved;
}

bool same_edits(const ConfigChange& lhs, const ConfigChange& rhs) {
  return std::equal(lhs.causes.begin(), lhs.causes.end(), rhs.causes.begin(), rhs.causes.end(),
                    [](const Cause& one, const Cause& other) {
                      return one.file == other.file && one.line == other.line && one.added == other.added;
                    });
}

std::string signed_text(Bytes size) { return size.count < 0 ? "-" + to_string(Bytes{} - size) : "+" + to_string(size); }

std::string change_text(const ConfigChange& change) {
  if (!change.before) return "new: " + verdict(*change.after);
  if (change.after) return both_text(change);
  return has_peak(change.before) ? "gone: needed " + peak_text(*change.before) : "gone: was not estimable";
}

std::string edit_text(const Cause& cause, const Context& context) {
  std::string text = printable_name(shown_path(cause.file, context));
  if (cause.line > 0) text += fmt::format(":{}", cause.line);
  if (cause.was.empty() && cause.is.empty()) return text;
  if (cause.was.empty()) return text + "  new: " + printable(cause.is);
  if (cause.is.empty()) return text + "  without: " + printable(cause.was);
  return fmt::format("{}  {} → {}", text, printable(cause.was), printable(cause.is));
}

std::string sides_text(const Comparison& comparison) {
  const auto side = [](const Revision& revision) {
    const std::string commit = revision.commit.substr(0, 7);
    const bool is_named = commit.empty() || revision.name.starts_with(commit);
    return printable_name(revision.name) + (is_named ? "" : " (" + commit + ")");
  };
  return fmt::format("{} against {}", side(comparison.head), side(comparison.base));
}

std::string comparison_summary(const Comparison& comparison) {
  Tally tally;
  for (const ConfigChange& change : comparison.configs) count_change(tally, change);
  tally.same += static_cast<int>(comparison.untouched);
  std::vector<std::string> parts;
  const auto add = [&](int count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(tally.more, tally.more == 1 ? "needs more" : "need more");
  add(tally.less, tally.less == 1 ? "needs less" : "need less");
  add(tally.same, "as before");
  add(tally.added, "new");
  add(tally.deleted, "gone");
  add(tally.lost, "no longer estimable");
  const int configs = static_cast<int>(comparison.configs.size() + comparison.untouched);
  std::string text = counted(configs, "config");
  if (!parts.empty()) text += fmt::format(": {}", fmt::join(parts, ", "));
  text += fmt::format("; {}, {} gone.", counted(static_cast<int>(groups_of(comparison.found).size()), "new finding"),
                      groups_of(comparison.gone).size());
  if (tally.over > 0) text += fmt::format(" {} above max_increase.", counted(tally.over, "config"));
  return text;
}

}  // namespace vramlint::report
