// A curve as one line of characters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vramlint::cli {

enum class Characters : uint8_t { utf8, ascii };

/// The highest of each of `width` equal parts of `values`, as a bar of eight heights (four in ASCII) up to `most`. As
/// many cells as there are values where they are fewer; empty without values.
std::string sparkline(const std::vector<int64_t>& values, int64_t most, size_t width, Characters characters);

}  // namespace vramlint::cli
