// `data: {"wavs/*.wav": "int16[220500]", num_classes: 1000}`: what files hold that are not at hand, and what of them
// the program's variables are.
#include <algorithm>
#include <charconv>

#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

constexpr std::string_view kHeldTypes[] = {"bool",  "uint8", "int8",    "uint16",  "int16",   "uint32",
                                           "int32", "int64", "float16", "float32", "float64", "complex64"};

std::string_view without_blanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// "int16[2, 220500]"; empty where it is no such text.
std::optional<DataFile> held_by(std::string_view text) {
  constexpr int64_t kMost = int64_t{1} << 40;
  const size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']')) return {};
  DataFile file;
  file.dtype = without_blanks(text.substr(0, open));
  if (std::find(std::begin(kHeldTypes), std::end(kHeldTypes), file.dtype) == std::end(kHeldTypes)) return {};
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!without_blanks(rest).empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view one = without_blanks(rest.substr(0, comma));
    int64_t size = 0;
    const auto read = std::from_chars(one.data(), one.data() + one.size(), size);
    if (read.ec != std::errc() || read.ptr != one.data() + one.size() || size < 1 || size > kMost) return {};
    file.sizes.push_back(size);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return file;
}

}  // namespace

void read_data(FieldReader& reader, const Entry& entry, std::vector<DataFile>& files) {
  const Mapping* mapping = entry.value.mapping();
  const auto wrong = [&](const Entry& one) {
    reader.wrong_type(
        one, "what files hold, by patterns of their names, such as {\"*.wav\": \"int16[220500]\"}, or a number"_words);
  };
  if (!mapping) return wrong(entry);
  for (const Entry& one : mapping->entries) {
    if (const auto* number = std::get_if<int64_t>(&one.value.value); number && *number >= 0) {
      files.push_back({one.key, "number", {*number}});
      continue;
    }
    const std::optional<std::string> text = reader.text(one);
    if (!text) continue;
    std::optional<DataFile> file = held_by(without_blanks(*text));
    if (!file) {
      wrong(one);
      continue;
    }
    file->pattern = one.key;
    files.push_back(std::move(*file));
  }
}

}  // namespace vramlint::config
