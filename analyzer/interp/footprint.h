// The memory that objects take, counted as they come and go. Not what malloc says: the same program counts the same,
// whatever ran before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace vramlint::interp {

/// What the objects of this thread hold.
constinit inline thread_local int64_t live_bytes = 0;

/// A part of that: what an object holds outside of itself.
class Footprint {
 public:
  Footprint() = default;
  explicit Footprint(size_t bytes) { set(bytes); }
  Footprint(const Footprint& other) : Footprint(static_cast<size_t>(other.bytes_)) {}
  Footprint(Footprint&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Footprint& operator=(Footprint other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Footprint() { live_bytes -= bytes_; }
  void set(size_t bytes) {
    live_bytes += static_cast<int64_t>(bytes) - bytes_;
    bytes_ = static_cast<int64_t>(bytes);
  }

 private:
  int64_t bytes_ = 0;
};

}  // namespace vramlint::interp
