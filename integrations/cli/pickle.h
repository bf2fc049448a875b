// Python's pickle, protocol 2: plain data only, so that reading it runs nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace vramlint::cli {

class Pickle {
 public:
  void number(int64_t value);
  void fraction(double value);
  void truth(bool value) { bytes_ += value ? '\x88' : '\x89'; }
  /// UTF-8; what is not becomes U+FFFD. The same text is written once.
  void text(std::string_view value);
  void pair(int64_t first, int64_t second);

  /// `fill` writes keys and values in turn.
  template <typename Fill>
  void dict(const Fill& fill) {
    bytes_ += "}(";
    fill();
    bytes_ += 'u';
  }
  /// `write` is called with each item.
  template <typename Items, typename Write>
  void list(const Items& items, const Write& write) {
    bytes_ += ']';
    size_t count = 0;
    for (const auto& item : items) {
      if (count % kBatch == 0) bytes_ += count == 0 ? "(" : "e(";
      write(item);
      ++count;
    }
    if (count > 0) bytes_ += 'e';
  }

  /// What was written last is known under the number from now on.
  uint32_t keep();
  void again(uint32_t kept);

  std::string finish() && { return std::move(bytes_) + '.'; }

 private:
  static constexpr size_t kBatch = 1000;  // as CPython has it; readers hold one batch on a stack

  std::string bytes_ = "\x80\x02";
  uint32_t kept_ = 0;
  std::unordered_map<std::string, uint32_t> texts_;
};

}  // namespace vramlint::cli
