#include "interp/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <map>
#include <mutex>
#include <tuple>

#include "interp/pattern_spelling.h"

namespace vramlint::interp {

namespace {

constexpr size_t kLongestPattern = 8000;
constexpr size_t kLongestText = size_t{1} << 20;
constexpr size_t kLongestTextToLookBackAt = 2000;  // each comparison with a group may be as long
constexpr int64_t kMostWork = 4'000'000;
constexpr uint32_t kMostHeap = 32 << 10;  // KiB

template <class T, void (*Free)(T*)>
struct Freed {
  void operator()(T* pointer) const { Free(pointer); }
};
template <class T, void (*Free)(T*)>
using Owned = std::unique_ptr<T, Freed<T, Free>>;

using CompileContext = Owned<pcre2_compile_context, pcre2_compile_context_free>;
using MatchContext = Owned<pcre2_match_context, pcre2_match_context_free>;
using MatchData = Owned<pcre2_match_data, pcre2_match_data_free>;

pcre2_code* code_of(void* code) { return static_cast<pcre2_code*>(code); }

uint32_t options_of(uint32_t flags, bool unicode) {
  uint32_t options = PCRE2_AUTO_CALLOUT | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
  if (flags & kIgnoreCase) options |= PCRE2_CASELESS;
  if (flags & kMultiline) options |= PCRE2_MULTILINE;
  if (flags & kDotAll) options |= PCRE2_DOTALL;
  if (flags & kVerbose) options |= PCRE2_EXTENDED;
  if (unicode) options |= PCRE2_UTF;
  if (unicode && !(flags & kAscii)) options |= PCRE2_UCP;
  return options;
}

/// What a search has cost: each item of the pattern that was tried, and the way to it.
struct Work {
  int64_t done = 0;
  size_t last = 0;
};

int count_work(pcre2_callout_block* block, void* data) {
  auto& work = *static_cast<Work*>(data);
  const size_t at = block->current_position;
  work.done += 1 + static_cast<int64_t>(at > work.last ? at - work.last : work.last - at);
  work.last = at;
  return work.done > kMostWork ? PCRE2_ERROR_MATCHLIMIT : 0;
}

/// Programs ask for the same few patterns again and again. Those in use live on when the table is emptied.
class Table {
 public:
  using Key = std::tuple<std::string, uint32_t, bool>;

  template <class Make>
  std::shared_ptr<const Pattern> get(Key key, const Make& make) {
    constexpr size_t kMost = 1024;
    const std::lock_guard lock(mutex_);
    if (patterns_.size() >= kMost) patterns_.clear();
    const auto [entry, is_new] = patterns_.try_emplace(std::move(key));
    if (is_new) entry->second = make();
    return entry->second;
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const Pattern>> patterns_;
};

}  // namespace

std::shared_ptr<const Pattern> Pattern::of(std::string_view text, uint32_t flags, bool for_ascii) {
  static Table table;
  if (text.size() > kLongestPattern) return nullptr;
  return table.get({std::string(text), flags, for_ascii}, [&]() -> std::shared_ptr<const Pattern> {
    const std::optional<Spelling> spelling = pcre2_spelling(text, (flags & kVerbose) != 0);
    if (!spelling) return nullptr;
    const uint32_t words = spelling->is_ascii ? uint32_t{kAscii} : 0;
    const uint32_t options = options_of(flags | words, !for_ascii || spelling->has_unicode);
    auto made = std::make_shared<const Pattern>(spelling->text, options, spelling->looks_back_at_groups);
    return made->compiles() ? made : nullptr;
  });
}

Pattern::Pattern(std::string_view spelling, uint32_t options, bool looks_back) : looks_back_(looks_back) {
  int error = 0;
  PCRE2_SIZE where = 0;
  const CompileContext context(pcre2_compile_context_create(nullptr));
  pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
  code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(spelling.data()), spelling.size(), options, &error, &where,
                        context.get());
  if (code_) read_names();
}

Pattern::~Pattern() { pcre2_code_free(code_of(code_)); }

void Pattern::read_names() {
  uint32_t groups = 0, count = 0, size = 0;
  PCRE2_SPTR entry = nullptr;
  pcre2_pattern_info(code_of(code_), PCRE2_INFO_CAPTURECOUNT, &groups);
  pcre2_pattern_info(code_of(code_), PCRE2_INFO_NAMECOUNT, &count);
  pcre2_pattern_info(code_of(code_), PCRE2_INFO_NAMEENTRYSIZE, &size);
  pcre2_pattern_info(code_of(code_), PCRE2_INFO_NAMETABLE, &entry);
  names_.resize(groups);
  for (; count > 0; --count, entry += size) {  // the group's number in two bytes, then its name
    const size_t group = static_cast<size_t>(entry[0]) << 8U | entry[1];
    names_.at(group - 1) = reinterpret_cast<const char*>(entry + 2);
  }
}

Pattern::Search Pattern::find(std::string_view text, Where where, size_t from) const {
  Search search;
  search.given_up = text.size() > (looks_back_ ? kLongestTextToLookBackAt : kLongestText);
  const MatchContext context(pcre2_match_context_create(nullptr));
  const MatchData data(pcre2_match_data_create_from_pattern(code_of(code_), nullptr));
  Work work;
  pcre2_set_heap_limit(context.get(), kMostHeap);
  pcre2_set_callout(context.get(), count_work, &work);
  uint32_t options = where == Where::at_start    ? PCRE2_ANCHORED
                     : where == Where::all_of_it ? PCRE2_ANCHORED | PCRE2_ENDANCHORED
                                                 : 0;
  while (!search.given_up) {
    work.last = from;
    const int groups = pcre2_match(code_of(code_), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                   options, data.get(), context.get());
    search.given_up = groups < PCRE2_ERROR_NOMATCH;
    if (groups <= 0) break;
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(data.get());
    std::vector<Group>& match = search.matches.emplace_back();
    for (size_t i = 0; i <= names_.size(); ++i)
      match.push_back({ends[2 * i], ends[2 * i + 1], ends[2 * i] != PCRE2_UNSET});
    if (where != Where::everywhere) break;
    from = match[0].end;
    // After an empty match there must come one that is none, or a later one: sre's must_advance.
    options = PCRE2_NO_UTF_CHECK | (match[0].begin == match[0].end ? PCRE2_NOTEMPTY_ATSTART : 0);
  }
  search.work = work.done + static_cast<int64_t>(text.size());
  return search;
}

}  // namespace vramlint::interp
