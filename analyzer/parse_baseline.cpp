#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "baseline.h"

namespace vramlint {
namespace {

constexpr size_t kMostBytes = size_t{16} << 20;
constexpr int kDeepest = 3;  // the document, its list of entries, an entry's values
constexpr size_t kMostEntries = 200'000;
constexpr int64_t kMostGrowth = 1000;

ReadBaseline trouble(std::string text) { return {std::nullopt, std::move(text)}; }

/// The text of the object's key; nothing where it has another type.
std::optional<std::string> text_of(const nlohmann::json& object, const char* key, bool needed) {
  const auto at = object.find(key);
  if (at == object.end()) return needed ? std::nullopt : std::optional(std::string());
  if (!at->is_string()) return std::nullopt;
  return at->get<std::string>();
}

/// The number of the key, `otherwise` where it has none; nothing for another type or a number out of range.
std::optional<int64_t> number_of(const nlohmann::json& object, const char* key, int64_t otherwise, int64_t most) {
  const auto at = object.find(key);
  if (at == object.end()) return otherwise;
  if (!at->is_number_unsigned() || at->get<uint64_t>() > static_cast<uint64_t>(most)) return std::nullopt;
  return at->get<int64_t>();
}

std::optional<BaselineEntry> entry_of(const nlohmann::json& object) {
  if (!object.is_object()) return std::nullopt;
  const auto rule = text_of(object, "rule", true), file = text_of(object, "file", true);
  const auto config = text_of(object, "config", false), line = text_of(object, "line", true);
  const auto value = text_of(object, "value", true);
  const auto count = number_of(object, "count", 1, INT32_MAX), peak = number_of(object, "peak", 0, int64_t{1} << 50);
  if (!rule || !file || !config || !line || !value || !count || !peak) return std::nullopt;
  BaselineEntry entry{.rule = *rule, .file = *file, .config = *config, .line = *line, .value = *value, .count = *count};
  if (object.contains("peak")) entry.peak = peak;
  return entry;
}

/// Known before anything is built of the text.
bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool inside = false;
  for (size_t i = 0; i < text.size() && depth <= kDeepest; ++i) {
    const char c = text[i];
    if (inside && c == '\\') ++i;
    if (c == '"') inside = !inside;
    if (!inside) depth += (c == '[' || c == '{') - (c == ']' || c == '}');
  }
  return depth > kDeepest;
}

}  // namespace

ReadBaseline parse_baseline(std::string_view text) {
  if (text.size() > kMostBytes) return trouble("larger than 16 MiB, so it is no baseline");
  const nlohmann::json document =
      is_too_deep(text) ? nlohmann::json() : nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object() || !document.contains("vramlint_baseline"))
    return trouble("no baseline; `vramlint baseline` writes one");
  const nlohmann::json& version = document["vramlint_baseline"];
  if (!version.is_number_integer() || version != 1)
    return trouble("a baseline of another version of vramlint; `vramlint baseline` writes it anew");
  Baseline baseline;
  const auto growth = number_of(document, "peak_growth_percent", baseline.growth, kMostGrowth);
  if (!growth) return trouble(fmt::format("`peak_growth_percent` must be a whole number from 0 to {}", kMostGrowth));
  baseline.growth = *growth;
  const auto entries = document.find("entries");
  if (entries == document.end() || !entries->is_array()) return trouble("`entries` must be a list");
  if (entries->size() > kMostEntries) return trouble(fmt::format("more than {} entries", kMostEntries));
  for (size_t i = 0; i < entries->size(); ++i) {
    std::optional<BaselineEntry> entry = entry_of((*entries)[i]);
    if (!entry) {
      return trouble(fmt::format(
          "entry {} is not right: `rule`, `file`, `line` and `value` are texts, `count` and `peak` whole numbers",
          i + 1));
    }
    baseline.entries.push_back(std::move(*entry));
  }
  return {std::move(baseline), {}};
}

}  // namespace vramlint
