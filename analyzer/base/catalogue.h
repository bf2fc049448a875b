// Forms of one language beside the English ones that the source has.
#pragma once

#include <map>
#include <string_view>

namespace vramlint {

/// Made of a text that outlives it: an English form a line, below it "= " and the other language's; "language: TAG" at
/// the beginning; blank lines and lines with "# " between the entries.
class Catalogue {
 public:
  explicit Catalogue(std::string_view text);

  std::string_view language() const { return language_; }  ///< as BCP 47 has it: "zh-CN"
  /// Empty: unknown.
  std::string_view find(std::string_view form) const;
  const std::map<std::string_view, std::string_view>& entries() const { return entries_; }

 private:
  std::string_view language_;
  std::map<std::string_view, std::string_view> entries_;
};

}  // namespace vramlint
