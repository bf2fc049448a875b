// Goes through a Python text, knows how deep in brackets it is, and passes strings and comments as wholes.
#pragma once

#include <cstddef>
#include <string_view>

namespace vramlint::syntax {

class BracketScan {
 public:
  explicit BracketScan(std::string_view text, size_t at = 0) : text_(text), at_(at) {}

  bool ended() const { return at_ >= text_.size(); }
  char current() const { return text_[at_]; }
  size_t at() const { return at_; }
  int depth() const { return depth_; }
  void step();

 private:
  void skip_string(char quote);

  std::string_view text_;
  size_t at_;
  int depth_ = 0;
};

}  // namespace vramlint::syntax
