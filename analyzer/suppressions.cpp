#include "suppressions.h"

#include <algorithm>

#include "config/fields.h"
#include "syntax/comments.h"

namespace vramlint {
namespace {

constexpr std::string_view kMark = "vramlint:";
constexpr std::string_view kInvalid = "invalid-suppression";
constexpr std::string_view kBlanks = " \t";
/// Mistakes in the comments of one file that are told, and names of one comment.
constexpr size_t kMostComplaints = 50, kMostNames = 100;

std::string_view trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

bool is_blank_or_comment(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

/// For every line the first after it that is more than a comment.
std::vector<int> lines_of_content(const Source& source) {
  const int count = source.line_count();
  std::vector<int> next(static_cast<size_t>(count) + 1, count + 1);
  for (int line = count; line > 0; --line) {
    const bool skipped = is_blank_or_comment(source.line(line));
    next[static_cast<size_t>(line) - 1] = skipped ? next[static_cast<size_t>(line)] : line;
  }
  return next;
}

/// Where the comment says `# vramlint:`, at its start or behind another comment's text: the `#`.
size_t find_directive(std::string_view comment) {
  for (size_t at = comment.find(kMark); at != std::string_view::npos; at = comment.find(kMark, at + 1)) {
    const size_t before = comment.substr(0, at).find_last_not_of(kBlanks);
    if (before != std::string_view::npos && comment[before] == '#') return before;
  }
  return std::string_view::npos;
}

class Reader {
 public:
  Reader(const Source& source, std::span<const Rule* const> rules, Findings& findings)
      : source_(source), rules_(rules), findings_(findings), next_line_(lines_of_content(source)) {
    for (const Rule* rule : rules) names_.push_back(rule->name);
  }

  std::vector<Suppression> read(const std::vector<syntax::Comment>& comments) {
    std::vector<Suppression> read;
    for (const syntax::Comment& comment : comments) {
      const size_t at = find_directive(comment.span.text());
      if (at == std::string_view::npos) continue;
      Suppression made{.comment = comment.span, .alone = comment.alone && at == 0};
      made.comment.begin += static_cast<uint32_t>(at);
      if (directive(made)) read.push_back(std::move(made));
    }
    return read;
  }

 private:
  Span part(std::string_view text) const {
    const auto begin = static_cast<uint32_t>(text.data() - source_.text().data());
    return {&source_, begin, begin + static_cast<uint32_t>(text.size())};
  }

  void complain(Span span, Words message) {
    if (complaints_++ >= kMostComplaints) return;
    findings_.add({.rule = std::string(kInvalid),
                   .severity = Severity::warning,
                   .message = std::move(message),
                   .span = span,
                   .config = source_.path(),
                   .related = {},
                   .fixes = {}});
  }

  /// Whether it is one that can be followed. Other words behind the mark are none of ours.
  bool directive(Suppression& made) {
    std::string_view text = made.comment.text();
    text.remove_prefix(text.find(kMark) + kMark.size());
    text = trimmed(text);
    const size_t word_end = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), text.size());
    const std::string_view word = text.substr(0, word_end);
    const bool meant = word.starts_with("ignore") || word == "disable" || word == "noqa" || word == "suppress";
    if (!meant) return false;
    if (word != "ignore" && word != "ignore-file") {
      complain(part(word),
               "`{0}` is not known here; `ignore[RULE]` silences a rule on this line, `ignore-file[RULE]` in "
               "the file"_words(word));
      return false;
    }
    made.whole_file = word == "ignore-file";
    return list(made, trimmed(text.substr(word_end)), part(word)) && place(made);
  }

  bool list(Suppression& made, std::string_view text, Span word) {
    const size_t end = text.find(']');
    if (!text.starts_with('[') || end == std::string_view::npos || trimmed(text.substr(1, end - 1)).empty()) {
      complain(word, "nothing is silenced without the names of rules: `{0}[RULE, RULE] reason`"_words(word.text()));
      return false;
    }
    made.reason = trimmed(text.substr(end + 1));
    std::string_view names = text.substr(1, end - 1);
    made.list = part(names);
    while (!names.empty() && made.names.size() < kMostNames) {
      const size_t comma = std::min(names.find(','), names.size());
      if (const std::string_view one = trimmed(names.substr(0, comma)); !one.empty()) name(made, one);
      names.remove_prefix(std::min(comma + 1, names.size()));
    }
    return true;
  }

  void name(Suppression& made, std::string_view text) {
    const auto called = [&](const Rule* rule) { return rule->name == text || rule->code == text; };
    const auto found = std::find_if(rules_.begin(), rules_.end(), called);
    made.names.push_back({.text = std::string(text), .rule = found == rules_.end() ? nullptr : *found});
    if (found != rules_.end() || complaints_ >= kMostComplaints) return;
    const std::string_view nearest = config::nearest_name(text, names_);
    complain(part(text), nearest.empty() ? "no rule is called `{0}`"_words(text)
                                         : "no rule is called `{0}`; did you mean `{1}`?"_words(text, nearest));
  }

  bool place(Suppression& made) {
    const int line = made.comment.start().line;
    if (!made.whole_file) {
      made.line = made.alone ? next_line_[static_cast<size_t>(line)] : line;
      return true;
    }
    if (line < next_line_[0]) return true;
    complain(made.comment,
             "`ignore-file` counts in the head of a file only, where nothing but comments stands above it"_words);
    return false;
  }

  const Source& source_;
  std::span<const Rule* const> rules_;
  Findings& findings_;
  std::vector<std::string_view> names_;
  std::vector<int> next_line_;
  size_t complaints_ = 0;
};

/// The comment and what stands before it: its line's blanks, or its whole line.
Edit removal(const Suppression& suppression) {
  const Source& source = *suppression.comment.source;
  Span span = suppression.comment;
  const std::string& text = source.text();
  while (span.begin > 0 && kBlanks.find(text[span.begin - 1]) != std::string_view::npos) --span.begin;
  if (!suppression.alone) return {span, ""};
  const int line = suppression.comment.start().line;
  const bool last = line == source.line_count();
  span.end = last ? static_cast<uint32_t>(text.size()) : source.offset_of({line + 1, 1});
  return {span, ""};
}

}  // namespace

std::vector<Suppression> suppressions_of(const Source& source, std::span<const Rule* const> rules, Findings& findings) {
  if (source.text().find(kMark) == std::string::npos) return {};
  const std::optional<syntax::Commented> language = syntax::commented_language(source);
  if (!language) return {};
  return Reader(source, rules, findings).read(syntax::comments_of(source, *language));
}

Edit without_idle(const Suppression& suppression) {
  std::string left;
  for (const Suppression::Name& name : suppression.names) {
    if (!name.idle) left += (left.empty() ? "" : ", ") + name.text;
  }
  return left.empty() ? removal(suppression) : Edit{suppression.list, left};
}

}  // namespace vramlint
