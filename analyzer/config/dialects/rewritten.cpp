#include "config/dialects/rewritten.h"

#include <algorithm>

namespace vramlint::config {

namespace {

std::vector<Replacement> in_order(std::vector<Replacement> replacements) {
  std::stable_sort(replacements.begin(), replacements.end(),
                   [](const Replacement& a, const Replacement& b) { return a.span.begin < b.span.begin; });
  uint32_t end = 0;
  std::erase_if(replacements, [&end](const Replacement& replacement) {
    bool overlaps = replacement.span.begin < end;
    if (!overlaps) end = replacement.span.end;
    return overlaps;
  });
  return replacements;
}

std::string replace(const std::string& text, const std::vector<Replacement>& replacements) {
  std::string out;
  uint32_t at = 0;
  for (const Replacement& replacement : replacements) {
    out.append(text, at, replacement.span.begin - at);
    out += replacement.text;
    at = replacement.span.end;
  }
  return out.append(text, at);
}

}  // namespace

Rewritten::Rewritten(const Source& original, std::vector<Replacement> replacements)
    : Rewritten(original, Ordered{in_order(std::move(replacements))}) {}

Rewritten::Rewritten(const Source& original, const Ordered& ordered)
    : original_(original), source_(original.path(), replace(original.text(), ordered.replacements)) {
  uint32_t shift = 0;  // modulo 2^32
  for (const Replacement& replacement : ordered.replacements) {
    uint32_t begin = replacement.span.begin + shift;
    auto length = static_cast<uint32_t>(replacement.text.size());
    pieces_.push_back({replacement.span.begin, replacement.span.end, begin, begin + length});
    shift += length - (replacement.span.end - replacement.span.begin);
  }
}

uint32_t Rewritten::original_offset(uint32_t offset, bool is_end) const {
  uint32_t shift = 0;
  for (const Piece& piece : pieces_) {
    if (offset < piece.begin || (offset == piece.begin && is_end)) break;
    if (offset < piece.end) return is_end ? piece.original_end : piece.original_begin;
    shift = piece.original_end - piece.end;
  }
  return offset + shift;
}

Span Rewritten::translate(Span span) const {
  if (span.source != &source_) return span;
  return {&original_, original_offset(span.begin, false), original_offset(span.end, true)};
}

Span Rewritten::rewritten(Span span) const {
  uint32_t shift = 0;
  for (const Piece& piece : pieces_) {
    if (span.begin < piece.original_end) break;
    shift = piece.end - piece.original_end;
  }
  return {&source_, span.begin + shift, span.end + shift};
}

}  // namespace vramlint::config
