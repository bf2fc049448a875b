// A line's hash is that of the 100 UTF-16 code units from its first kept one on, running into later lines: the sum of
// unit[i] * 37^(99-i) modulo 2^64. Spaces and tabs are not kept, every line end is one LF, the file ends with the mark
// 65535 and then zeros. `upload-sarif` of github/codeql-action computes the same (src/fingerprints.ts).
#include "report/line_hash.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>

#include "report/unicode.h"

namespace vramlint::report {
namespace {

constexpr size_t kWindow = 100;
constexpr uint64_t kFactor = 37;
constexpr uint16_t kEndMark = 65535;

void append_units(std::vector<uint16_t>& units, char32_t character) {
  if (character > 0xFFFF) {
    units.push_back(static_cast<uint16_t>(0xD800U + ((character - 0x10000U) >> 10U)));
    units.push_back(static_cast<uint16_t>(0xDC00U + ((character - 0x10000U) & 0x3FFU)));
  } else {
    units.push_back(static_cast<uint16_t>(character));
  }
}

/// The kept units, the end mark last.
std::vector<uint16_t> kept_units(std::string_view bytes) {
  std::vector<uint16_t> units;
  units.reserve(bytes.size() + 1);
  bool after_return = false;
  while (!bytes.empty()) {
    const char32_t character = take_character(bytes);
    const bool absorbed = character == '\n' && after_return;
    after_return = character == '\r';
    if (absorbed || character == ' ' || character == '\t') continue;
    append_units(units, after_return ? U'\n' : character);
  }
  units.push_back(kEndMark);
  return units;
}

uint64_t hash_from(const std::vector<uint16_t>& units, size_t start) {
  uint64_t hash = 0;
  for (size_t i = 0; i < kWindow; ++i) {
    hash = hash * kFactor + (start + i < units.size() ? units[start + i] : 0);
  }
  return hash;
}

}  // namespace

std::vector<std::string> line_hashes(std::string_view bytes) {
  const std::vector<uint16_t> units = kept_units(bytes);
  std::vector<std::string> hashes;
  std::map<uint64_t, int> seen;
  for (size_t i = 0; i < units.size(); ++i) {
    if (i != 0 && units[i - 1] != '\n') continue;
    const uint64_t hash = hash_from(units, i);
    hashes.push_back(fmt::format("{:x}:{}", hash, ++seen[hash]));
  }
  return hashes;
}

}  // namespace vramlint::report
