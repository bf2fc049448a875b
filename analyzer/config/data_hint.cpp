#include "config/data_hint.h"

#include <algorithm>

namespace vramlint::config {

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// "*.hdf5" of "… HDF5 file `a/b.hdf5` …"; `otherwise` where the file has no name, or one without an ending.
std::string pattern_behind(std::string_view reason, std::string_view word, std::string_view otherwise) {
  const size_t open = reason.find(word) + word.size(), close = reason.find('`', open + 2);
  if (!reason.substr(open).starts_with(" `") || close == std::string_view::npos) return std::string(otherwise);
  const std::string_view name = reason.substr(open + 2, close - open - 2);
  const size_t dot = name.rfind('.'), slash = name.rfind('/');
  const bool ends =
      dot != std::string_view::npos && dot + 1 < name.size() && (slash == std::string_view::npos || slash < dot);
  return ends ? "*" + std::string(name.substr(dot)) : std::string(otherwise);
}

/// What such files often hold.
std::string_view usual_content(std::string_view pattern) {
  constexpr std::string_view kPictures[] = {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".gif"};
  constexpr std::string_view kSound[] = {".wav", ".flac", ".mp3", ".ogg", ".m4a"};
  constexpr std::string_view kVolumes[] = {".nii", ".nii.gz"};
  constexpr std::string_view kTables[] = {".csv", ".txt", ".dat"};
  const auto ends = [&](std::string_view end) { return pattern.ends_with(end); };
  if (std::ranges::any_of(kPictures, ends)) return "uint8[512, 512, 3]";
  if (std::ranges::any_of(kSound, ends)) return "int16[160000]";
  if (std::ranges::any_of(kVolumes, ends)) return "float32[128, 128, 128]";
  if (std::ranges::any_of(kTables, ends)) return "float64[10000, 32]";
  return "float32[512, 512]";
}

std::string line_of(const std::string& pattern) { return data_line({pattern}); }

}  // namespace

std::optional<DataHint> data_hint(std::string_view reason) {
  using Kind = DataHint::Kind;
  constexpr std::string_view kArrays = "file of arrays", kVariables = "HDF5 file";
  if (has(reason, kArrays)) return DataHint{Kind::arrays, line_of(pattern_behind(reason, kArrays, "*.npy"))};
  if (has(reason, kVariables)) return DataHint{Kind::variables, line_of(pattern_behind(reason, kVariables, "*.h5"))};
  // Rows of a table, as pandas and numpy read it.
  if (has(reason, "sizes of float64[") && reason.ends_with(", ?]")) return DataHint{Kind::arrays, line_of("*.csv")};
  if (reason.ends_with(", 3, ?, ?]") || has(reason, "picture")) return DataHint{Kind::pictures, line_of("*.jpg")};
  return {};
}

std::string data_line(const std::vector<std::string>& patterns) {
  std::string line;
  for (const std::string& pattern : patterns)
    line += (line.empty() ? "\"" : ", \"") + pattern + "\": \"" + std::string(usual_content(pattern)) + "\"";
  return "data: {" + line + "}";
}

std::string offered_line(std::string_view message) {
  const size_t begin = message.find("data: {\"");
  if (begin == std::string_view::npos) return {};
  const size_t end = message.find('}', begin);
  return end == std::string_view::npos ? "" : std::string(message.substr(begin, end + 1 - begin));
}

}  // namespace vramlint::config
