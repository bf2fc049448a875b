#include "integrations/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"

namespace vramlint::cli {
namespace {

// What is done within a second needs no line.
constexpr std::chrono::milliseconds kFirst{1000}, kBetween{100};

}  // namespace

Progress::Progress(size_t total)
    : total_(total),
      on_terminal_(isatty(STDERR_FILENO) != 0 && variable("TERM") != "dumb"),
      next_(Clock::now() + kFirst) {}

Progress::~Progress() {
  if (shown_) put_error("\r\x1b[K");
}

void Progress::step() {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (!on_terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + kBetween;
  shown_ = true;
  put_error(fmt::format("\r{} of {} configs\x1b[K", done_, total_));
}

}  // namespace vramlint::cli
