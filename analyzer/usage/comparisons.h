// Where the program compares the text of one key with one of its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "base/span.h"

namespace vramlint::usage {

struct Comparison {
  size_t key = 0;
  std::string text;  ///< the program's
  bool matched = false, differed = false;
};

class Comparisons {
 public:
  /// `key`: none where it is not one key's text against the program's own.
  void add(const Span& place, std::optional<size_t> key, std::string_view text, bool equal);
  void add(const Comparisons& later);
  /// None where anything else was compared there, too.
  const Comparison* at(const Span& place) const;

 private:
  std::map<std::tuple<const Source*, uint32_t, uint32_t>, std::optional<Comparison>> by_place_;
};

}  // namespace vramlint::usage
