// Sizes in bytes, and intervals of them. Arithmetic saturates: a size never wraps round to a small one.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vramlint {

struct Bytes {
  int64_t count = 0;

  constexpr Bytes() = default;
  constexpr explicit Bytes(int64_t n) : count(n) {}
  auto operator<=>(const Bytes&) const = default;

  Bytes& operator+=(Bytes other);
  Bytes& operator-=(Bytes other);
  friend Bytes operator+(Bytes a, Bytes b) { return a += b; }
  friend Bytes operator-(Bytes a, Bytes b) { return a -= b; }
  friend Bytes operator*(Bytes a, int64_t factor);
};

inline constexpr Bytes kKiB{int64_t{1} << 10};
inline constexpr Bytes kMiB{int64_t{1} << 20};
inline constexpr Bytes kGiB{int64_t{1} << 30};

/// Product that saturates at int64 max; both factors must be >= 0.
int64_t saturating_product(int64_t a, int64_t b);

/// "31.4 GiB", "512 B", "8.13 MiB": three significant figures, binary units.
std::string to_string(Bytes size);

/// "24GiB", "24 GB", "24G", "1536MiB", "80e9"; GB and G are binary here as in the vendors' card names. Empty if
/// malformed.
std::optional<Bytes> parse_bytes(std::string_view text);

/// What is known of a size: never below low, never above high, most likely point.
struct Interval {
  Bytes low, point, high;

  static constexpr Interval exactly(Bytes size) { return {size, size, size}; }
  bool exact() const { return low == high; }
  bool operator==(const Interval&) const = default;
  Interval& operator+=(const Interval& other);
  friend Interval operator+(Interval a, const Interval& b) { return a += b; }
};

}  // namespace vramlint
