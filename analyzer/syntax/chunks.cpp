#include "syntax/chunks.h"

#include <algorithm>
#include <array>
#include <string>

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
  explicit StatementStarts(std::string_view text) : text_(text) {}

  std::vector<uint32_t> find() {
    while (at_ < text_.size()) {
      if (begins_line_ && begins_statement()) starts_.push_back(static_cast<uint32_t>(at_));
      step();
    }
    return std::move(starts_);
  }

 private:
  bool begins_statement() const {
    constexpr std::array<std::string_view, 5> kContinuations = {"else", "elif", "except", "finally", "case"};
    if (depth_ > 0 || after_decorator_ || continued_) return false;
    const char c = text_[at_];
    if (!is_word(c) && c != '@') return false;
    for (const std::string_view word : kContinuations) {
      if (text_.substr(at_).starts_with(word)) return false;
    }
    return true;
  }

  void step() {
    const char c = text_[at_];
    if (begins_line_ && c != '\n')
      after_decorator_ = c == '@' || (after_decorator_ && (is_space(c) || c == '#' || c == ')'));
    begins_line_ = c == '\n';
    continued_ = (c == '\\') || (continued_ && (c == '\r' || c == '\n'));
    if (c == '#') return skip_comment();
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
    ++at_;
  }

  void skip_comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_string(char quote) {
    const bool triple = at_ + 2 < text_.size() && text_[at_ + 1] == quote && text_[at_ + 2] == quote;
    at_ += triple ? 3 : 1;
    while (at_ < text_.size()) {
      const bool closes = text_[at_] == quote && (!triple || text_.substr(at_ + 1, 2) == std::string(2, quote));
      if (closes) {
        at_ += triple ? 3 : 1;
        return;
      }
      if (text_[at_] == '\n' && !triple) return;
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    at_ = text_.size();
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  bool begins_line_ = true, after_decorator_ = false, continued_ = false;
  std::vector<uint32_t> starts_;
};

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

}  // namespace vramlint::syntax
