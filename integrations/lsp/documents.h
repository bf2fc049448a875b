// The texts that the editor has open, as it last told them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "integrations/lsp/positions.h"

namespace vramlint::lsp {

using Json = nlohmann::json;

struct Document {
  std::string uri, path;
  int64_t version = 0;
  std::string text;  ///< UTF-8, with its byte-order mark where the editor sent one

  bool has_mark() const { return text.starts_with("\xEF\xBB\xBF"); }
  /// Without the mark.
  std::string_view body() const { return std::string_view(text).substr(has_mark() ? 3 : 0); }
  Positions positions(Unit unit) const { return {body(), unit, has_mark()}; }
};

/// The path of a file's URI, absolute and without dots; empty for a URI of something else.
std::string path_of(std::string_view uri);

/// Throws Json::exception where it is not what the protocol says.
Place place_in(const Json& json);
Range range_in(const Json& json);
Json to_json(const Range& range);

/// One content change, with a range or of the whole text. One that would make the text larger than a message may be is
/// refused: false.
bool change(Document& document, const Json& content, Unit unit);

/// By path.
using Documents = std::map<std::string, Document>;

}  // namespace vramlint::lsp
