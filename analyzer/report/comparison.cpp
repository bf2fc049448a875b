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

Words peak_text(const ConfigOutcome& config) {
  return config.status == Status::partial ? shown(config.peak.process, config) : config.peak.process.point;
}

/// The sentence, and what has become of the verdict.
Words with_verdict(const Words& sentence, const ConfigOutcome& before, const ConfigOutcome& after) {
  if (!after.device || !after.fits) return sentence;
  const Words device = device_name(*after.device);
  const bool is_other = before.fits && *before.fits != *after.fits;
  if (*after.fits)
    return is_other ? "{0}, now fits {1}"_words(sentence, device) : "{0}, fits {1}"_words(sentence, device);
  if (is_other) return "{0}, no longer fits {1}"_words(sentence, device);
  return before.fits ? "{0}, still does not fit {1}"_words(sentence, device)
                     : "{0}, does not fit {1}"_words(sentence, device);
}

/// The sentence, and why there is no estimate, in few words.
Words with_gap(const Words& sentence, const ConfigOutcome& config) {
  if (config.unknowns.empty()) return sentence;
  constexpr size_t kLongest = 160;
  const std::string& reason = config.unknowns.front().reason;
  const std::string_view part = clipped(reason, kLongest);
  return "{0} ({1})"_words(sentence, fmt::format("{}{}", part, part.size() < reason.size() ? "…" : ""));
}

Words both_text(const ConfigChange& change) {
  const ConfigOutcome &before = *change.before, &after = *change.after;
  if (!has_peak(change.before) && !has_peak(change.after)) return "not estimable, as before"_words;
  if (!has_peak(change.after)) return with_gap("needed {0}, is no longer estimable"_words(peak_text(before)), after);
  if (!has_peak(change.before)) return "was not estimable, now {0}"_words(verdict(after));
  Words added = signed_text(*increase(change));
  if (!is_comparable(change)) added = "about {0}"_words(added);
  const Words was = peak_text(before), now = peak_text(after);
  return with_verdict(after.device ? "{0}: {1} to {2} of {3}"_words(added, was, now, after.device->budget)
                                   : "{0}: {1} to {2}"_words(added, was, now),
                      before, after);
}

struct Tally {
  int more = 0, less = 0, same = 0, added = 0, deleted = 0, lost = 0, known = 0, over = 0;
};

void count_change(Tally& tally, const ConfigChange& change) {
  tally.over += change.limit && change.limit->exceeded;
  if (!change.before || !change.after) {
    ++(change.after ? tally.added : tally.deleted);
  } else if (const std::optional<Bytes> added = increase(change)) {
    ++(added->count > 0 ? tally.more : added->count < 0 ? tally.less : tally.same);
  } else {
    ++(has_peak(change.before) ? tally.lost : has_peak(change.after) ? tally.known : tally.same);
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

Words change_text(const ConfigChange& change) {
  if (!change.before) return "new: {0}"_words(verdict(*change.after));
  if (change.after) return both_text(change);
  return has_peak(change.before) ? "gone: needed {0}"_words(peak_text(*change.before))
                                 : "gone: was not estimable"_words;
}

Words config_text(const ConfigChange& change, const Context& context) {
  const std::string path = printable_name(shown_path(change.path, context));
  return change.old_path.empty() ? Words(path)
                                 : "{0} (was {1})"_words(path, printable_name(shown_path(change.old_path, context)));
}

std::string edit_text(const Cause& cause, const Context& context) {
  std::string text = printable_name(shown_path(cause.file, context));
  if (cause.line > 0) text += fmt::format(":{}", cause.line);
  if (cause.was.empty() && cause.is.empty()) return text;
  if (cause.was.empty()) return text + "  " + context.say("new: {0}"_words(printable(cause.is)));
  if (cause.is.empty()) return text + "  " + context.say("without: {0}"_words(printable(cause.was)));
  return fmt::format("{}  {} → {}", text, printable(cause.was), printable(cause.is));
}

Words sides_text(const Comparison& comparison) {
  const auto side = [](const Revision& revision) -> Words {
    const std::string commit = revision.commit.substr(0, 7);
    const bool is_named = commit.empty() || revision.name.text().starts_with(commit);
    return is_named ? revision.name : "{0} ({1})"_words(revision.name, commit);
  };
  return "{0} against {1}"_words(side(comparison.head), side(comparison.base));
}

Words comparison_summary(const Comparison& comparison) {
  Tally tally;
  for (const ConfigChange& change : comparison.configs) count_change(tally, change);
  tally.same += static_cast<int>(comparison.untouched);
  std::vector<Words> parts;
  const auto add = [&](int count, Form one, Form several) {
    if (count > 0) parts.push_back(counted(count, one, several));
  };
  add(tally.more, "{0} needs more"_words, "{0} need more"_words);
  add(tally.less, "{0} needs less"_words, "{0} need less"_words);
  add(tally.same, "{0} as before"_words, "{0} as before"_words);
  add(tally.added, "{0} new"_words, "{0} new"_words);
  add(tally.deleted, "{0} gone"_words, "{0} gone"_words);
  add(tally.known, "{0} now estimable"_words, "{0} now estimable"_words);
  add(tally.lost, "{0} no longer estimable"_words, "{0} no longer estimable"_words);
  const int count = static_cast<int>(comparison.configs.size() + comparison.untouched);
  const Words configs = counted(count, "{0} config"_words, "{0} configs"_words);
  const Words found =
      counted(static_cast<int>(groups_of(comparison.found).size()), "{0} new finding"_words, "{0} new findings"_words);
  const size_t gone = groups_of(comparison.gone).size();
  const Words text = parts.empty() ? "{0}; {1}, {2} gone."_words(configs, found, gone)
                                   : "{0}: {1}; {2}, {3} gone."_words(configs, listed(parts), found, gone);
  if (tally.over == 0) return text;
  return sentences(
      {text, counted(tally.over, "{0} config above max_increase."_words, "{0} configs above max_increase."_words)});
}

}  // namespace vramlint::report
