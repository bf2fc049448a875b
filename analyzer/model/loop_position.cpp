#include "model/loop_position.h"

namespace vramlint::model {

void LoopPosition::begins(const Span& loop, bool goes_over_list) {
  is_next_epoch_ = is_next_epoch_ || (was_left_ && loop_.is_around(loop) && !goes_over_list);
}

void OwnLoader::drew(bool is_first) {
  if (!takes_item_) return;
  draws_ = true;
  if (is_first) number_ = opened_;
}

}  // namespace vramlint::model
