#include "forms.h"

#include <string_view>

namespace vramlint::tests {
namespace {

class FormReader {
 public:
  explicit FormReader(const std::string& source) : rest_(source) {}

  std::vector<std::string> all() {
    while (!rest_.empty()) {
      if (skipped()) continue;
      if (rest_.front() == '"') {
        literal();
      } else {
        end_of_run();
        rest_.remove_prefix(rest_.front() == '\'' ? character() : 1);
      }
    }
    end_of_run();
    return std::move(found_);
  }

 private:
  /// Blanks and comments, which join literals.
  bool skipped() {
    size_t size = 0;
    if (rest_.starts_with("//")) size = rest_.find('\n');
    if (rest_.starts_with("/*")) size = rest_.find("*/") + 2;
    if (size == 0) size = std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size());
    rest_.remove_prefix(std::min(size, rest_.size()));
    return size > 0;
  }

  /// 'x', '\'', of 1'000 the sign alone.
  size_t character() const {
    const size_t size = rest_.size() > 2 && rest_[1] == '\\' ? 4 : 3;
    return rest_.size() >= size && rest_[size - 1] == '\'' ? size : 1;
  }

  void literal() {
    size_t at = 1;
    for (; at < rest_.size() && rest_[at] != '"'; ++at) {
      if (rest_[at] == '\\') ++at;
      run_ += rest_[at];
    }
    rest_.remove_prefix(std::min(at + 1, rest_.size()));
    constexpr std::string_view kSuffix = "_words";
    if (!rest_.starts_with(kSuffix)) return;
    rest_.remove_prefix(kSuffix.size());
    is_form_ = true;
  }

  void end_of_run() {
    if (is_form_ && !run_.empty()) found_.push_back(run_);
    is_form_ = false;
    run_.clear();
  }

  std::string_view rest_;
  std::string run_;
  bool is_form_ = false;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> forms_in(const std::string& source) { return FormReader(source).all(); }

}  // namespace vramlint::tests
