// A name of 32 hexadecimal digits for what is fed to it; equal between runs, machines and releases.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace vramlint {

/// FNV-1a (Fowler, Noll, Vo) in two lanes of 64 bits that begin apart.
class Digest {
 public:
  void add(std::string_view text) {
    add(text.size());
    for (const char letter : text) take(static_cast<unsigned char>(letter));
  }
  template <typename Number>
  requires(std::is_integral_v<Number> || std::is_enum_v<Number>) void add(Number value) {
    auto bits = static_cast<uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) take(static_cast<unsigned char>(bits & 0xff));
  }
  void add(double value) { add(std::bit_cast<uint64_t>(value)); }
  template <typename Item>
  void add(const std::vector<Item>& list) {
    add(list.size());
    for (const auto& item : list) add(static_cast<const Item&>(item));
  }
  template <typename Item>
  void add(const std::optional<Item>& value) {
    add(value.has_value());
    if (value) add(*value);
  }

  std::string text() const {
    std::string result;
    for (const uint64_t lane : lanes_) {
      for (int shift = 60; shift >= 0; shift -= 4) result += "0123456789abcdef"[(lane >> shift) & 0xf];
    }
    return result;
  }

 private:
  void take(unsigned char byte) {
    constexpr uint64_t kPrime = 0x100000001b3;
    for (uint64_t& lane : lanes_) lane = (lane ^ byte) * kPrime;
    lanes_[1] ^= lanes_[1] >> 29;
  }
  std::array<uint64_t, 2> lanes_ = {0xcbf29ce484222325, 0x9e3779b97f4a7c15};
};

}  // namespace vramlint
