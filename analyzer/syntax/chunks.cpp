#include "syntax/chunks.h"

#include <algorithm>
#include <array>

#include "syntax/bracket_scan.h"

namespace vramlint::syntax {
namespace {

/// Below 65,536 with room for the tokens of no width that end lines and blocks.
constexpr size_t kMaxTokens = 60'000;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & '\x80') != 0;
}
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; }

/// No fewer tokens than the grammar can make of the text, even if it takes strings and comments for code.
size_t most_tokens(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool inside_word = is_word(text[i]) && i > 0 && is_word(text[i - 1]);
    if (text[i] == '\n') {
      count += 2;
    } else if (!is_space(text[i]) && !inside_word) {
      ++count;
    }
  }
  return count;
}

/// Finds the lines that begin a statement at the outermost level.
class StatementStarts {
 public:
  explicit StatementStarts(std::string_view text) : text_(text), scan_(text) {}

  std::vector<uint32_t> find() {
    for (; !scan_.ended(); step()) {
      if (begins_line_ && begins_statement()) starts_.push_back(static_cast<uint32_t>(scan_.at()));
    }
    return std::move(starts_);
  }

 private:
  bool begins_statement() const {
    constexpr std::array<std::string_view, 5> kContinuations = {"else", "elif", "except", "finally", "case"};
    if (scan_.depth() > 0 || after_decorator_ || continued_) return false;
    const char c = scan_.current();
    if (!is_word(c) && c != '@') return false;
    for (const std::string_view word : kContinuations) {
      if (text_.substr(scan_.at()).starts_with(word)) return false;
    }
    return true;
  }

  void step() {
    const char c = scan_.current();
    if (begins_line_ && c != '\n')
      after_decorator_ = c == '@' || (after_decorator_ && (is_space(c) || c == '#' || c == ')'));
    begins_line_ = c == '\n';
    continued_ = (c == '\\') || (continued_ && (c == '\r' || c == '\n'));
    scan_.step();
  }

  std::string_view text_;
  BracketScan scan_;
  bool begins_line_ = true, after_decorator_ = false, continued_ = false;
  std::vector<uint32_t> starts_;
};

/// Whether one of the text's own commas stands here: of the display that is the outermost.
bool between_items(const BracketScan& scan) { return scan.depth() == 1 && scan.current() == ','; }

}  // namespace

std::vector<Chunk> split_chunks(std::string_view text) {
  const auto size = static_cast<uint32_t>(text.size());
  std::vector<Chunk> chunks{{0, 0}};
  if (text.size() <= kMaxTokens || most_tokens(text) <= kMaxTokens) return {{0, size}};
  std::vector<uint32_t> starts = StatementStarts(text).find();
  starts.push_back(size);
  size_t tokens = 0;
  for (const uint32_t start : starts) {
    const size_t added = most_tokens(text.substr(chunks.back().end, start - chunks.back().end));
    if (tokens + added > kMaxTokens) {
      chunks.push_back({chunks.back().end, chunks.back().end, added > kMaxTokens});
      tokens = 0;
    }
    chunks.back().end = start;
    tokens += added;
  }
  return chunks;
}

std::vector<Portion> portions_of_display(std::string_view text, const Chunk& chunk) {
  const std::string_view statement = text.substr(0, chunk.end);
  BracketScan scan(statement, chunk.begin);
  while (!scan.ended() && scan.depth() == 0) scan.step();
  const auto opened = static_cast<uint32_t>(scan.at());
  std::vector<uint32_t> commas;
  for (; !scan.ended() && scan.depth() > 0; scan.step())
    if (between_items(scan)) commas.push_back(static_cast<uint32_t>(scan.at()) + 1);
  if (scan.ended() && scan.depth() > 0) return {};
  const auto closes = static_cast<uint32_t>(scan.at()) - 1;
  const size_t around =
      most_tokens(statement.substr(chunk.begin, opened - chunk.begin)) + most_tokens(statement.substr(closes));
  commas.push_back(closes);
  std::vector<Portion> portions;
  size_t tokens = kMaxTokens;
  uint32_t begin = opened;
  for (const uint32_t end : commas) {
    const size_t added = most_tokens(statement.substr(begin, end - begin));
    if (around + added > kMaxTokens) return {};
    if (around + tokens + added > kMaxTokens) {
      portions.push_back(Portion{TextRange{chunk.begin, opened}, {begin, begin}, {closes, chunk.end}});
      tokens = 0;
    }
    portions.back()[1].end = end;
    tokens += added;
    begin = end;
  }
  return portions;
}

}  // namespace vramlint::syntax
