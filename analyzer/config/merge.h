// mmcv's and mmengine's inheritance: a child's tree merged over its base's.
#pragma once

#include <string>

#include "base/words.h"
#include "config/config.h"

namespace vramlint::config {

struct MergeError {
  Words message;
  Span span;     ///< in the child
  Span related;  ///< in the base
};

/// What mmcv's Config._merge_a_into_b does: mappings merge key by key, everything else replaces. A child mapping with a
/// true `_delete_` replaces its base. With `list_indices` a key of digits in a child stands for that item of a base
/// list, as in command-line overrides. Both must be mappings (or `base` a list with `list_indices`). False: `error`
/// says why, and `base` is half merged.
bool merge(Node child, Node& base, bool list_indices, MergeError& error);

}  // namespace vramlint::config
