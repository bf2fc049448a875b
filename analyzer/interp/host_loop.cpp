#include "interp/host_loop.h"

#include "interp/data_code.h"
#include "interp/frame.h"

namespace vramlint::interp {

HostLoop::HostLoop(Interpreter& interpreter, const Span& loop)
    : interpreter_(interpreter),
      follower_(following(interpreter, loop)),
      loop_(loop),
      begin_(interpreter.budget().all_steps()) {
  if (follower_ && (!follower_->builds || !interpreter.impl().effects)) follower_ = nullptr;
}

HostLoop::~HostLoop() {
  const int64_t steps = interpreter_.budget().all_steps() - begin_;
  if (follower_ && steps > 0) follower_->loops[{loop_.source, loop_.begin}] += steps;
}

bool HostLoop::is_long() const {
  const int64_t steps = interpreter_.budget().all_steps() - begin_;
  if (steps > (interpreter_.budget().limits().steps - begin_) / 2) return true;  // what comes after it has as much
  const auto earlier = follower_->loops.find({loop_.source, loop_.begin});
  const int64_t all = steps + (earlier == follower_->loops.end() ? 0 : earlier->second);
  return all > kLongForData && runs_data_code(interpreter_);
}

bool HostLoop::ends() {
  if (!follower_ || !is_long()) return false;
  const Effects::Standing now = interpreter_.impl().effects->standing();
  const auto before = std::exchange(before_, now);
  return before && before->records == now.records && before->held == now.held;
}

}  // namespace vramlint::interp
