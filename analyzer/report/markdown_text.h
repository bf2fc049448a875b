// Texts of the user's as Markdown.
#pragma once

#include <string>
#include <string_view>

namespace vramlint::report {

/// Plain text: nothing in it is markup or breaks a table.
std::string markdown_plain(std::string_view text);

/// Code in a table or a line.
std::string markdown_code(std::string_view text);

}  // namespace vramlint::report
