#include "integrations/cli/renames.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "integrations/cli/text_edits.h"

namespace vramlint::cli {
namespace {

constexpr size_t kMostPairs = 40'000;  // where folders are moved, equal texts alone are looked for

/// How many bytes there are of each line.
using LineBytes = std::map<std::string_view, size_t>;

LineBytes counted_lines(const std::string& text) {
  LineBytes lines;
  for (const std::string_view line : lines_of(text)) lines[line] += line.size();
  return lines;
}

struct Candidate {
  const ChangedFile* file = nullptr;
  const std::string* text = nullptr;
  LineBytes lines;
};

struct RenamedPair {
  const Candidate *old_side = nullptr, *new_side = nullptr;
  size_t common = 0, whole = 0;
  bool same_name = false;
};

size_t common_bytes(const LineBytes& lhs, const LineBytes& rhs) {
  size_t common = 0;
  for (const auto& [line, bytes] : lhs)
    if (const auto found = rhs.find(line); found != rhs.end()) common += std::min(bytes, found->second);
  return common;
}

std::vector<Candidate> candidates(const std::vector<ChangedFile>& files, bool old_ones) {
  std::vector<Candidate> found;
  for (const ChangedFile& file : files) {
    const auto& text = old_ones ? file.before : file.after;
    const auto& other = old_ones ? file.after : file.before;
    if (text && !other && !text->empty()) found.push_back({&file, &*text, {}});
  }
  return found;
}

std::vector<RenamedPair> pairs(std::vector<Candidate>& gone, std::vector<Candidate>& fresh) {
  const bool few = gone.size() * fresh.size() <= kMostPairs;
  if (few)
    for (std::vector<Candidate>* all : {&gone, &fresh})
      for (Candidate& side : *all) side.lines = counted_lines(*side.text);
  std::vector<RenamedPair> found;
  for (const Candidate& old_side : gone) {
    for (const Candidate& new_side : fresh) {
      const size_t whole = std::max(old_side.text->size(), new_side.text->size());
      const bool equal = *old_side.text == *new_side.text;
      const size_t common = equal ? whole : few ? common_bytes(old_side.lines, new_side.lines) : 0;
      const bool same_name = old_side.file->path.filename() == new_side.file->path.filename();
      if (2 * common >= whole) found.push_back({&old_side, &new_side, common, whole, same_name});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const RenamedPair& lhs, const RenamedPair& rhs) {
    const size_t left = lhs.common * rhs.whole, right = rhs.common * lhs.whole;
    return left != right ? left > right : lhs.same_name > rhs.same_name;
  });
  return found;
}

}  // namespace

std::map<std::string, std::string> renames(const std::vector<ChangedFile>& files) {
  std::vector<Candidate> gone = candidates(files, true), fresh = candidates(files, false);
  std::map<std::string, std::string> found;
  std::set<const Candidate*> taken;
  for (const RenamedPair& pair : pairs(gone, fresh)) {
    if (taken.contains(pair.old_side) || taken.contains(pair.new_side)) continue;
    taken.insert({pair.old_side, pair.new_side});
    found[pair.new_side->file->shown] = pair.old_side->file->shown;
  }
  return found;
}

}  // namespace vramlint::cli
