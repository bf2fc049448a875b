#include "report/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/place.h"
#include "report/unicode.h"

namespace vramlint::report {
namespace {

constexpr size_t kTab = 4;

/// One line laid out in terminal cells, and the cells that are marked.
struct Laid {
  struct Piece {
    std::string text;
    size_t at, width;
  };
  std::vector<Piece> pieces;
  size_t width = 0;
  size_t mark_begin = 0, mark_end = 0;
};

/// `begin` and `end`: the marked bytes of the line.
Laid lay_out(std::string_view line, size_t begin, size_t end, const Context& context) {
  Laid laid;
  const size_t size = line.size();
  const auto note = [&](size_t byte) {
    if (byte == begin) laid.mark_begin = laid.width;
    if (byte == end) laid.mark_end = laid.width;
  };
  while (!line.empty()) {
    note(size - line.size());
    const std::string_view rest = line;
    const char32_t character = take_character(line);
    const bool tab = character == '\t';
    std::string text =
        tab ? std::string(kTab - laid.width % kTab, ' ') : printable(rest.substr(0, rest.size() - line.size()));
    if (context.shown) text = context.shown(text);
    const size_t width = cells(text);
    laid.pieces.push_back({text, laid.width, width});
    laid.width += width;
  }
  note(size);
  laid.mark_end = std::max(laid.mark_end, laid.mark_begin + 1);
  return laid;
}

/// The cells to show, so that the mark's start is among them.
struct Window {
  size_t begin, end;
};

Window window_of(const Laid& laid, size_t room) {
  if (laid.width <= room || laid.mark_end + 1 < room) return {0, room};
  const size_t lead = std::min(laid.mark_begin, room / 3);
  return {laid.mark_begin - lead, laid.mark_begin - lead + room};
}

std::string shown_window(const Laid& laid, Window window) {
  const bool cut_left = window.begin > 0, cut_right = laid.width > window.end;
  const size_t begin = window.begin + (cut_left ? 1 : 0), end = window.end - (cut_right ? 1 : 0);
  std::string text = cut_left ? "…" : "";
  size_t at = begin;
  for (const Laid::Piece& piece : laid.pieces) {
    if (piece.at < begin || piece.at + piece.width > end) continue;
    text += std::string(piece.at - at, ' ') + piece.text;
    at = piece.at + piece.width;
  }
  return cut_right ? text + std::string(end - at, ' ') + "…" : text;
}

std::string carets(const Laid& laid, Window window) {
  const size_t begin = std::max(laid.mark_begin, window.begin), end = std::min(laid.mark_end, window.end);
  if (begin >= end) return {};
  return std::string(begin - window.begin, ' ') + std::string(end - begin, '^');
}

struct ExcerptFrame {
  const Context& context;
  Ink ink;
  size_t gutter;  ///< digits of the largest line number
};

/// The marked bytes of one line of the span, without the blanks at its ends where the span covers several lines.
std::pair<size_t, size_t> marked(const Span& span, int number) {
  const std::string_view line = span.source->line(number);
  const Position start = span.start(), stop = span.stop();
  size_t begin = number == start.line ? static_cast<size_t>(start.column - 1) : 0;
  size_t end = number == stop.line ? static_cast<size_t>(stop.column - 1) : line.size();
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  if (start.line != stop.line) {
    while (begin < end && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
    while (end > begin && (line[end - 1] == ' ' || line[end - 1] == '\t' || line[end - 1] == '\r')) --end;
  }
  return {begin, end};
}

void append_line(std::string& text, const Span& span, int number, const ExcerptFrame& frame) {
  const auto [begin, end] = marked(span, number);
  std::string_view line = span.source->line(number);
  constexpr size_t kFar = 4096;  // bytes kept around the mark of a line without end
  const size_t from = begin > kFar ? clipped(line, begin - kFar).size() : 0;
  line = clipped(line.substr(from), std::min(end - from, begin - from + kFar) + kFar);
  const Laid laid = lay_out(line, begin - from, std::min(end - from, line.size()), frame.context);
  const size_t taken = frame.gutter + 5;
  const size_t width = static_cast<size_t>(std::max(frame.context.width, 1));
  const Window window = window_of(laid, width > taken + 20 ? width - taken : 20);
  const bool colour = frame.context.colour;
  text += painted(fmt::format("  {:>{}} │", number, frame.gutter), Ink::dim, colour) + " " +
          shown_window(laid, window) + "\n";
  const std::string marks = begin == end && span.begin != span.end ? std::string() : carets(laid, window);
  if (marks.empty()) return;
  text += painted(fmt::format("  {:>{}} │", "", frame.gutter), Ink::dim, colour) + " ";
  text += painted(marks, frame.ink, colour) + "\n";
}

}  // namespace

std::string excerpt(const Span& span, const Context& context, Ink ink) {
  if (!span) return {};
  const int first = span.start().line;
  const Position stop = span.stop();
  const int last = stop.line > first && stop.column == 1 ? stop.line - 1 : stop.line;
  const ExcerptFrame frame{context, ink, fmt::formatted_size("{}", last)};
  std::string text;
  append_line(text, span, first, frame);
  for (int number = first + 1; number < last && last - first <= 2; ++number) append_line(text, span, number, frame);
  if (last - first > 2) {
    text += painted(fmt::format("  {:>{}} ⋮", "", frame.gutter), Ink::dim, context.colour) + "\n";
  }
  if (last > first) append_line(text, span, last, frame);
  return text;
}

}  // namespace vramlint::report
