// Text in XML documents.
#pragma once

#include <string>
#include <string_view>

namespace vramlint::report {

/// An attribute with a space before it: ` name="value"`. Line ends stay line ends; what XML 1.0 cannot hold, and what
/// steers a terminal, is shown as an escape.
std::string xml_attribute(std::string_view name, std::string_view value);

/// The same for what stands between tags.
std::string xml_text(std::string_view text);

}  // namespace vramlint::report
