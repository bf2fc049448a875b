#include "integrations/cli/causes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/text_edits.h"

namespace vramlint::cli {
namespace {

using report::Cause;
using report::ConfigChange;

constexpr size_t kMostEditsOfAFile = 8;  ///< with more, the file is one edit
constexpr size_t kMostEdits = 32;
constexpr size_t kMostTrials = 200;
constexpr size_t kMostShownLines = 3;

/// What is taken back at a time.
struct Trial {
  const ChangedFile* file = nullptr;
  std::optional<TextEdit> edit;  ///< none: the whole file
};

std::string shown_lines(std::string_view text, size_t begin, size_t end) {
  if (end - begin > kMostShownLines) return fmt::format("({} lines)", end - begin);
  const std::vector<std::string_view> lines = lines_of(text);
  std::string shown;
  for (size_t i = begin; i < end; ++i) {
    std::string_view line = lines[i];
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.empty()) shown += (shown.empty() ? "" : " ⏎ ") + std::string(line);
  }
  constexpr size_t kLongest = 120;
  const std::string_view clip = clipped(shown, kLongest);
  return clip.size() < shown.size() ? std::string(clip) + "…" : shown;
}

Cause cause_of(const Trial& trial) {
  Cause cause{.file = trial.file->shown};
  if (!trial.edit) {
    if (!trial.file->before) cause.is = "(new file)";
    if (!trial.file->after) cause.was = "(deleted file)";
    return cause;
  }
  const TextEdit& edit = *trial.edit;
  cause.line = static_cast<int>(edit.new_begin) + 1;
  cause.was = shown_lines(*trial.file->before, edit.old_begin, edit.old_end);
  cause.is = shown_lines(*trial.file->after, edit.new_begin, edit.new_end);
  return cause;
}

FileAtRevision without(const Trial& trial) {
  const ChangedFile& file = *trial.file;
  if (!trial.edit) return {file.path, file.before};
  return {file.path, taken_back(*trial.edit, *file.before, *file.after)};
}

std::vector<Trial> trials_of(const std::vector<ChangedFile>& files) {
  std::vector<Trial> trials;
  for (const ChangedFile& file : files) {
    std::vector<TextEdit> edits;
    if (file.before && file.after) edits = edits_between(*file.before, *file.after);
    if (edits.empty() || edits.size() > kMostEditsOfAFile) {
      trials.push_back({&file, std::nullopt});
    } else {
      for (const TextEdit& edit : edits) trials.push_back({&file, edit});
    }
  }
  return trials;
}

class Search {
 public:
  Search(const CauseTerms& terms, Side& head, std::vector<ConfigChange>& changes)
      : terms_(terms), head_(head), trials_(trials_of(terms.files)) {
    for (ConfigChange& change : changes)
      if (change.before && change.after && report::is_moved(change)) moved_.push_back(&change);
    const auto size = [](const ConfigChange* change) {
      const std::optional<Bytes> added = report::increase(*change);
      return added ? std::abs(added->count) : INT64_MAX;
    };
    std::stable_sort(moved_.begin(), moved_.end(),
                     [&](const ConfigChange* lhs, const ConfigChange* rhs) { return size(lhs) > size(rhs); });
  }

  void run() {
    plan();
    for (size_t i = 0; i < trials_.size(); ++i)
      if (!planned_[i].empty()) play(trials_[i], planned_[i]);
    for (ConfigChange* change : moved_) settle(*change);
  }

 private:
  bool concerns(const Trial& trial, const ConfigChange& change) const {
    const auto parts = terms_.parts.find(change.path);
    return terms_.programs.contains(trial.file->shown) ||
           (parts != terms_.parts.end() && parts->second.contains(trial.file->shown));
  }

  std::vector<size_t> concerning(const ConfigChange& change) const {
    std::vector<size_t> found;
    for (size_t i = 0; i < trials_.size(); ++i)
      if (concerns(trials_[i], change)) found.push_back(i);
    return found;
  }

  /// A config with one edit needs no trial: that edit did it.
  void plan() {
    planned_.resize(trials_.size());
    size_t count = 0;
    for (ConfigChange* change : moved_) {
      const std::vector<size_t> found = concerning(*change);
      if (found.size() < 2 || found.size() > kMostEdits || count + found.size() > kMostTrials) continue;
      for (const size_t i : found) planned_[i].push_back(change);
      count += found.size();
    }
  }

  void play(const Trial& trial, const std::vector<ConfigChange*>& changes) {
    std::vector<FileAtRevision> differing = terms_.head;
    std::erase_if(differing, [&](const FileAtRevision& file) { return file.path == trial.file->path; });
    differing.push_back(without(trial));
    ProjectOptions options = terms_.options.project;
    options.root = head_.files().root().string();
    Side side(options, terms_.options.paths, differing);
    for (ConfigChange* change : changes) {
      const ReadResult read = side.files().read(change->path);
      if (!read) continue;
      try {
        note(*change, trial, side.estimate(*read.source, change->recipe));
      } catch (const UsageError&) {  // without the edit there is no recipe of that name
        note(*change, trial, {});
      }
    }
  }

  static void note(ConfigChange& change, const Trial& trial, const ConfigOutcome& without) {
    Cause cause = cause_of(trial);
    const bool known = without.status != Status::not_estimable;
    const bool was = change.after->status != Status::not_estimable;
    if (known && was) {
      cause.added = report::peak_figure(*change.after) - report::peak_figure(without);
      if (cause.added->count == 0 && without.fits == change.after->fits) return;
    } else if (known == was) {
      return;
    }
    change.causes.push_back(std::move(cause));
  }

  void settle(ConfigChange& change) const {
    const auto weight = [](const Cause& cause) { return cause.added ? std::abs(cause.added->count) : 0; };
    std::stable_sort(change.causes.begin(), change.causes.end(),
                     [&](const Cause& lhs, const Cause& rhs) { return weight(lhs) > weight(rhs); });
    if (!change.causes.empty()) return;
    const std::vector<size_t> found = concerning(change);
    constexpr size_t kMostNamed = 8;
    for (size_t i = 0; i < std::min(found.size(), kMostNamed); ++i)
      change.causes.push_back(cause_of(trials_[found[i]]));
    change.together = found.size() > 1;
    if (found.size() == 1) change.causes.front().added = report::increase(change);
  }

  const CauseTerms& terms_;
  Side& head_;
  std::vector<Trial> trials_;
  std::vector<ConfigChange*> moved_;                 // most moved first
  std::vector<std::vector<ConfigChange*>> planned_;  // by trial
};

}  // namespace

void find_causes(const CauseTerms& terms, Side& head, std::vector<ConfigChange>& changes) {
  Search(terms, head, changes).run();
}

}  // namespace vramlint::cli
