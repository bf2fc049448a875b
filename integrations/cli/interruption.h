// Ctrl-C: the first ends the work and leaves what is done, the second ends the program.
#pragma once

#include <csignal>

namespace vramlint::cli {

/// While it is there.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool has_come();
  /// Ends the program as the signal would have.
  [[noreturn]] static void follow();

 private:
  struct sigaction before_ = {};
};

}  // namespace vramlint::cli
