// What the source of a step says of the settings that its config could have.
#pragma once

#include "analyze.h"
#include "usage/offers.h"
#include "usage/signatures.h"

namespace vramlint {

/// Of the project itself: the training programs with what they import, and the files in which the step's operators
/// stand. Only where the step was built.
usage::Offers offers_of(const Analysis& analysis, const Session& session);
usage::Signatures signatures_of(const Analysis& analysis, const Session& session);

}  // namespace vramlint
