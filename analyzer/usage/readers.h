// Other programs of the repository that mention a key: it is not without use, only without use in training.
#pragma once

#include "usage/usage.h"

namespace vramlint::usage {

/// Fills in `readers` of everything unread, from Python and shell files that the training programs do not reach.
void find_readers(const std::vector<std::shared_ptr<const Program>>& reached, Context& context, Usage& usage);

}  // namespace vramlint::usage
