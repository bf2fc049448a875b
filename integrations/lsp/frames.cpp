#include "integrations/lsp/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace vramlint::lsp {
namespace {

constexpr std::string_view kEnd = "\r\n\r\n", kField = "content-length:";

std::optional<size_t> length_in(std::string_view line) {
  const auto same = [](char lhs, char rhs) { return std::tolower(static_cast<unsigned char>(lhs)) == rhs; };
  if (line.size() < kField.size() ||
      !std::equal(kField.begin(), kField.end(), line.begin(), [&](char field, char c) { return same(c, field); }))
    return {};
  line.remove_prefix(kField.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  while (line.ends_with(' ')) line.remove_suffix(1);
  size_t length = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), length);
  if (error != std::errc() || end != line.data() + line.size()) return {};
  return length;
}

std::optional<size_t> length_of(std::string_view header) {
  while (!header.empty()) {
    const size_t stop = std::min(header.find("\r\n"), header.size());
    if (const std::optional<size_t> length = length_in(header.substr(0, stop))) return length;
    header.remove_prefix(std::min(stop + 2, header.size()));
  }
  return {};
}

}  // namespace

/// Whether a header has been read. One that names no length is dropped: the next may be right.
bool FrameReader::read_header() {
  const size_t end = bytes_.find(kEnd);
  if (end == std::string::npos) {
    if (bytes_.size() > kLargestHeader) {
      trouble_ = fmt::format("{} bytes without a header were passed over", bytes_.size() - kEnd.size());
      bytes_.erase(0, bytes_.size() - kEnd.size());
    }
    return false;
  }
  length_ = length_of(std::string_view(bytes_).substr(0, end));
  bytes_.erase(0, end + kEnd.size());
  if (!length_) {
    trouble_ = "a header without Content-Length was passed over";
  } else if (*length_ > largest_) {
    trouble_ = fmt::format("a message of {} bytes was passed over: {} is the limit", *length_, largest_);
    skip_ = *length_;
    length_.reset();
  }
  return true;
}

std::optional<std::string> FrameReader::next() {
  for (;;) {
    const size_t skipped = std::min(skip_, bytes_.size());
    bytes_.erase(0, skipped);
    skip_ -= skipped;
    if (skip_ > 0) return {};
    if (length_) {
      if (bytes_.size() < *length_) return {};
      std::string content = bytes_.substr(0, *length_);
      bytes_.erase(0, *length_);
      length_.reset();
      return content;
    }
    if (!read_header()) return {};
  }
}

std::string FrameReader::trouble() {
  std::string told;
  std::swap(told, trouble_);
  return told;
}

std::string framed(std::string_view content) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

}  // namespace vramlint::lsp
