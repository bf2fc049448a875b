#include "integrations/lsp/documents.h"

#include <algorithm>
#include <filesystem>

#include "integrations/lsp/frames.h"

namespace vramlint::lsp {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    if (!is_escape) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
    i += 2;
  }
  return result;
}

}  // namespace

std::string path_of(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  const auto is_same = [](char wanted, char have) { return wanted == (have >= 'A' && have <= 'Z' ? have + 32 : have); };
  if (uri.size() < kScheme.size() || !std::equal(kScheme.begin(), kScheme.end(), uri.begin(), is_same)) return {};
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with("//")) uri.remove_prefix(2);
  if (uri.starts_with("localhost/")) uri.remove_prefix(9);
  const std::string path = decoded(uri.substr(0, uri.find_first_of("?#")));
  if (!path.starts_with('/') || path.find('\0') != std::string::npos) return {};
  return std::filesystem::path(path).lexically_normal().generic_string();
}

Place place_in(const Json& json) { return {json.at("line").get<int64_t>(), json.at("character").get<int64_t>()}; }

Range range_in(const Json& json) { return {place_in(json.at("start")), place_in(json.at("end"))}; }

Json to_json(const Range& range) {
  const auto place = [](const Place& one) { return Json{{"line", one.line}, {"character", one.character}}; };
  return {{"start", place(range.start)}, {"end", place(range.end)}};
}

bool change(Document& document, const Json& content, Unit unit) {
  const auto& text = content.at("text").get_ref<const std::string&>();
  if (!content.contains("range")) {
    document.text = text;
    return true;
  }
  const Range range = range_in(content.at("range"));
  const Positions positions = document.positions(unit);
  const size_t begin = positions.offset_of(range.start), end = std::max(positions.offset_of(range.end), begin);
  const size_t mark = document.text.size() - document.body().size();
  if (document.text.size() - (end - begin) + text.size() > FrameReader::kLargestMessage) return false;
  document.text.replace(mark + begin, end - begin, text);
  return true;
}

}  // namespace vramlint::lsp
