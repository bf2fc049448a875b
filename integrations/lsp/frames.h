// The base protocol: what stands between two messages on a stream.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vramlint::lsp {

/// Cuts a stream of bytes into messages. What is no message is passed over, up to where the next one may begin.
class FrameReader {
 public:
  static constexpr size_t kLargestMessage = size_t{32} << 20;
  static constexpr size_t kLargestHeader = 4096;

  explicit FrameReader(size_t largest = kLargestMessage) : largest_(largest) {}

  void feed(std::string_view bytes) { bytes_ += bytes; }
  /// The next whole message's content; empty: more bytes are needed.
  std::optional<std::string> next();
  /// What was passed over since this was last asked, as a sentence; empty: nothing.
  std::string trouble();

 private:
  bool read_header();

  size_t largest_;
  std::string bytes_, trouble_;
  std::optional<size_t> length_;  // of the content that comes next
  size_t skip_ = 0;               // bytes of a content that is too large
};

/// The content with its header before it.
std::string framed(std::string_view content);

}  // namespace vramlint::lsp
