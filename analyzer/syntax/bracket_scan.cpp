#include "syntax/bracket_scan.h"

#include <algorithm>
#include <string>

namespace vramlint::syntax {

void BracketScan::step() {
  const char c = current();
  if (c == '#') {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return;
  }
  if (c == '"' || c == '\'') return skip_string(c);
  if (c == '(' || c == '[' || c == '{') ++depth_;
  if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
  ++at_;
}

void BracketScan::skip_string(char quote) {
  const bool triple = text_.substr(at_).starts_with(std::string(3, quote));
  const std::string_view closing = text_.substr(at_, triple ? 3 : 1);
  at_ += closing.size();
  while (at_ < text_.size()) {
    if (text_.substr(at_).starts_with(closing)) {
      at_ += closing.size();
      return;
    }
    if (text_[at_] == '\n' && !triple) return;
    at_ += text_[at_] == '\\' ? 2 : 1;
  }
  at_ = text_.size();
}

}  // namespace vramlint::syntax
