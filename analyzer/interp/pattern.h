// Regular expressions as Python's re reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vramlint::interp {

/// As re numbers its flags.
enum PatternFlag : uint32_t { kIgnoreCase = 2, kMultiline = 8, kDotAll = 16, kVerbose = 64, kAscii = 256 };

class Pattern {
 public:
  enum class Where : uint8_t { everywhere, at_start, all_of_it, first };

  struct Group {
    size_t begin, end;  ///< bytes of the text
    bool took_part;
  };

  struct Search {
    std::vector<std::vector<Group>> matches;  ///< the whole match is group 0
    int64_t work = 0;                         ///< characters looked at, about
    bool given_up = false;                    ///< it would take too long, or the text is not UTF-8
  };

  /// Compiled once for all threads. Null: it is none, too long, or beyond what is evaluated here.
  static std::shared_ptr<const Pattern> of(std::string_view text, uint32_t flags, bool for_ascii);

  /// `from`: where in the text, in bytes.
  Search find(std::string_view text, Where where, size_t from) const;
  const std::vector<std::string>& names() const { return names_; }  ///< of the groups from 1 on; "": it has none

  Pattern(std::string_view spelling, uint32_t options, bool looks_back);  ///< `compiles` says whether it worked
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  bool compiles() const { return code_ != nullptr; }

 private:
  void read_names();

  void* code_ = nullptr;  // pcre2_code
  bool looks_back_;
  std::vector<std::string> names_;
};

}  // namespace vramlint::interp
