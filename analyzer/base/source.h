// One text file as the analyser sees it: UTF-8 text, its lines, and how the bytes on disk were encoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vramlint {

enum class Encoding : uint8_t { utf8, gbk, latin1 };

/// 1-based line, 1-based column in UTF-8 bytes of that line.
struct Position {
  int line = 1;
  int column = 1;
  bool operator==(const Position&) const = default;
};

/// Immutable once built; owned by the `Files` that read it, so plain pointers to it stay valid as long as that lives.
class Source {
 public:
  /// `raw` are the bytes on disk. A BOM is dropped; GBK (also with a false utf-8 header) is converted to UTF-8;
  /// bytes that are neither become Latin-1. CRLF is kept as it is: offsets are offsets in `text()`.
  Source(std::string path, std::string raw);

  const std::string& path() const { return path_; }  ///< relative to the root, forward slashes
  const std::string& text() const { return text_; }  ///< UTF-8 without BOM
  const std::string& raw() const { return raw_.empty() ? text_ : raw_; }
  Encoding encoding() const { return encoding_; }
  bool had_bom() const { return had_bom_; }

  Position position_of(uint32_t offset) const;
  uint32_t offset_of(Position position) const;  ///< clamps to the line's end and the text's end
  int line_count() const { return static_cast<int>(line_starts_.size()); }
  std::string_view line(int number) const;  ///< 1-based, without its line end; empty when out of range

 private:
  std::string path_;
  std::string text_;
  std::string raw_;  // empty when equal to text_
  Encoding encoding_ = Encoding::utf8;
  bool had_bom_ = false;
  std::vector<uint32_t> line_starts_;
};

}  // namespace vramlint
