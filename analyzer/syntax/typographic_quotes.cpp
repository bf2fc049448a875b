#include "syntax/typographic_quotes.h"

#include <algorithm>
#include <array>

namespace vramlint::syntax {

namespace {

/// U+201C, U+201D, U+201E, U+201F; U+2018, U+2019, U+201A, U+201B; U+00AB, U+00BB.
constexpr std::array<std::string_view, 10> kQuotes = {"“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»"};

}  // namespace

std::optional<std::string_view> within_typographic_quotes(std::string_view text) {
  const auto opens = std::find_if(kQuotes.begin(), kQuotes.end(), [&](auto quote) { return text.starts_with(quote); });
  const auto closes = std::find_if(kQuotes.begin(), kQuotes.end(), [&](auto quote) { return text.ends_with(quote); });
  if (opens == kQuotes.end() || closes == kQuotes.end() || text.size() < opens->size() + closes->size()) return {};
  text = text.substr(opens->size(), text.size() - opens->size() - closes->size());
  const bool more = std::any_of(kQuotes.begin(), kQuotes.end(),
                                [&](auto quote) { return text.find(quote) != std::string_view::npos; });
  return more ? std::nullopt : std::optional(text);
}

}  // namespace vramlint::syntax
