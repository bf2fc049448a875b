#include "interp/pattern_spelling.h"

#include <algorithm>
#include <cctype>

namespace vramlint::interp {

namespace {

constexpr std::string_view kSameEscapes = "AbBdDsSwWnrtfax";

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_ascii_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Speller {
 public:
  Speller(std::string_view pattern, bool verbose) : pattern_(pattern), verbose_(verbose) {}

  std::optional<Spelling> spell() {
    while (at_ < pattern_.size()) {
      if (!item()) return {};
    }
    return std::move(out_);
  }

 private:
  std::string_view rest() const { return pattern_.substr(at_); }

  void take(size_t count) {
    out_.text += rest().substr(0, count);
    at_ += count;
  }
  void put(std::string_view text, size_t instead_of) {
    out_.text += text;
    at_ += instead_of;
  }

  bool item() {
    switch (rest()[0]) {
      case '\\':
        return escape(false);
      case '[':
        return character_class();
      case '(':
        return group();
      case '{':
        count();
        return true;
      case '#':
        take(verbose_ ? std::min(rest().find('\n'), rest().size()) : 1);
        return true;
      default:
        take(1);
        return true;
    }
  }

  bool escape(bool in_class) {
    if (rest().size() < 2) return false;
    const char c = rest()[1];
    if (c == 'v') return put("\\x0b", 2), true;
    if (c == 'Z' && !in_class) return put("\\z", 2), true;
    if (c == 'u') return code_point(4);
    if (c == 'U') return code_point(8);
    if (is_letter(c) && kSameEscapes.find(c) == std::string_view::npos) return false;
    if (in_class && (c == 'A' || c == 'B')) return false;
    out_.looks_back_at_groups |= !in_class && is_ascii_digit(c) && c != '0';
    take(2);
    return true;
  }

  bool code_point(size_t digits) {
    const std::string_view number = rest().substr(2, digits);
    const auto is_hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    if (number.size() < digits || !std::all_of(number.begin(), number.end(), is_hex)) return false;
    out_.has_unicode = true;
    out_.text += "\\x{" + std::string(number) + "}";
    at_ += 2 + digits;
    return true;
  }

  bool character_class() {
    take(rest().substr(0, 2) == "[^" ? 2 : 1);
    bool is_first = true;
    while (at_ < pattern_.size() && (is_first || rest()[0] != ']')) {
      is_first = false;
      if (rest()[0] == '\\') {
        if (!escape(true)) return false;
      } else if (rest()[0] == '[' || rest()[0] == ']') {
        put(rest()[0] == '[' ? "\\[" : "\\]", 1);  // PCRE2 knows classes by name: [[:alpha:]]
      } else {
        take(1);
      }
    }
    if (at_ == pattern_.size()) return false;
    take(1);
    return true;
  }

  bool group() {
    const std::string_view head = rest();
    if (head.starts_with("(*")) return false;
    if (!head.starts_with("(?")) return take(1), true;
    for (const std::string_view same : {"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?P<", "(?>"}) {
      if (head.starts_with(same)) return take(same.size()), true;
    }
    if (head.starts_with("(?P=") || head.starts_with("(?(")) {
      out_.looks_back_at_groups = true;
      take(head.starts_with("(?P=") ? 4 : 3);
      return true;
    }
    if (head.starts_with("(?#")) return put("", std::min(head.find(')'), head.size() - 1) + 1), true;
    return flags();
  }

  /// (?im) and (?i-s:…). `a` is known for the whole pattern only.
  bool flags() {
    const size_t end = rest().find_first_of(":)");
    if (end == std::string_view::npos) return false;
    std::string_view letters = rest().substr(2, end - 2);
    if (letters.find_first_not_of("aimsxu-") != std::string_view::npos) return false;
    const size_t off = std::min(letters.find('-'), letters.size());
    if (letters.substr(0, off).find('x') != std::string_view::npos) verbose_ = true;
    if (letters.find('a') != std::string_view::npos) {
      if (rest()[end] == ':') return false;
      out_.is_ascii = true;
    }
    out_.text += "(?";
    std::copy_if(letters.begin(), letters.end(), std::back_inserter(out_.text),
                 [](char c) { return c != 'u' && c != 'a'; });
    out_.text += rest()[end];
    at_ += end + 1;
    return true;
  }

  /// {,n} is a count for Python alone; braces that are none stand for themselves.
  void count() {
    const size_t end = rest().find_first_not_of("0123456789,", 1);
    const bool is_open = rest().starts_with("{,") && end != std::string_view::npos && rest()[end] == '}' &&
                         std::count(rest().begin(), rest().begin() + static_cast<std::ptrdiff_t>(end), ',') == 1;
    if (is_open) return put("{0,", 2);
    take(1);
  }

  std::string_view pattern_;
  bool verbose_;
  size_t at_ = 0;
  Spelling out_;
};

}  // namespace

std::optional<Spelling> pcre2_spelling(std::string_view pattern, bool verbose) {
  return Speller(pattern, verbose).spell();
}

}  // namespace vramlint::interp
