// Truths that are off, with one of which turned on a step runs that raises: parameters of the classes that the failure
// came out of, which the config's sections set or could set.
#pragma once

#include <optional>

#include "rules/setting_fixes.h"

namespace vramlint::rules {

/// Where the config's one section names the class that the failure came out of; nowhere where there are several.
Span section_of(const Analysis& analysis, const model::BuildFailure& failure, const Session& session);

/// The first with which all phases are built; tried. Only where nothing could be built.
std::optional<SettingFix> mending_flag(const Analysis& analysis, const model::BuildFailure& failure,
                                       const Session& session);

}  // namespace vramlint::rules
