// A long Python text in pieces that are parsed one by one.
//
// tree-sitter 0.20 counts the children of an error node in 16 bits and corrupts its heap beyond that, so a piece must
// not have more tokens, however broken the text is.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vramlint::syntax {

struct Chunk {
  uint32_t begin = 0, end = 0;
  bool too_large = false;  ///< one statement, which cannot be parsed
};

struct TextRange {
  uint32_t begin = 0, end = 0;
};
/// Of a statement: up to the bracket, some items, from the closing bracket on.
using Portion = std::array<TextRange, 3>;

/// One chunk for a text of ordinary length; else pieces that begin with a statement at the outermost level.
std::vector<Chunk> split_chunks(std::string_view text);

/// Of a statement that is too large, the items of its first bracket in portions that can be parsed; each has all that
/// stands around them. Empty where that does not help.
std::vector<Portion> portions_of_display(std::string_view text, const Chunk& chunk);

}  // namespace vramlint::syntax
