// Items that one expression takes from something that runs code for each: `[f(x) for x in loader]`, `list(results())`.
// Until it has them all they are in reach of what watches how much a loop leaves. Private to this room.
#pragma once

#include <utility>
#include <vector>

#include "interp/frame.h"
#include "interp/opaque.h"

namespace vramlint::interp {

class Gathering {
 public:
  /// `from`: what yields them.
  Gathering(Interpreter& interpreter, Frame* frame, const Value& from) {
    if (!frame || !is_built(interpreter) || !runs_code(from)) return;
    frame_ = frame;
    list_ = new List({});
    before_ = std::exchange(frame_->gathered, Value(list_));
  }
  ~Gathering() {
    if (frame_) frame_->gathered = before_;
  }
  Gathering(const Gathering&) = delete;
  Gathering& operator=(const Gathering&) = delete;

  /// Until `fills`.
  std::vector<Value>& items() { return list_ ? list_->items : own_; }
  /// A dict is filled instead.
  void fills(const Value& dict) {
    if (!frame_) return;
    list_ = nullptr;
    frame_->gathered = dict;
  }

 private:
  static bool runs_code(const Value& from) { return from.is(ObjectKind::instance) || from.is(ObjectKind::iterator); }

  Frame* frame_ = nullptr;
  List* list_ = nullptr;  // of the frame
  std::vector<Value> own_;
  Value before_;
};

}  // namespace vramlint::interp
