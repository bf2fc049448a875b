// A loop of the program that takes long and does nothing on the device: pixels that are filled one by one, indices that
// are sorted into lists. Its turns up to then are followed, and one more that stands for the others.
#pragma once

#include <optional>

#include "interp/followed.h"
#include "interp/native.h"

namespace vramlint::interp {

class HostLoop {
 public:
  HostLoop(Interpreter& interpreter, const Span& loop);
  ~HostLoop();
  HostLoop(const HostLoop&) = delete;
  HostLoop& operator=(const HostLoop&) = delete;

  /// Asked after a turn.
  bool ends();

 private:
  static constexpr int64_t kLongForData = 1'000'000;  ///< in the code of data sets, all runs of the loop together

  bool is_long() const;

  Interpreter& interpreter_;
  Follower* follower_;  ///< nullptr where nothing is written down of what runs on the device
  const Span& loop_;
  const int64_t begin_;
  std::optional<Effects::Standing> before_;  ///< of the last turn of a long loop
};

}  // namespace vramlint::interp
