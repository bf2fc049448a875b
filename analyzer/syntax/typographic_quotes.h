// The quotes of printed text, “…” and its kin, which word processors and chat windows put in the place of ".
#pragma once

#include <optional>
#include <string_view>

namespace vramlint::syntax {

/// What stands between them if `text` begins with one, ends with its like, and has no other within.
std::optional<std::string_view> within_typographic_quotes(std::string_view text);

}  // namespace vramlint::syntax
