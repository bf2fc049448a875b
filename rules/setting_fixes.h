// Fixes that turn a setting of the config other than its batch and its precision, each tried.
#pragma once

#include <optional>

#include "rule.h"

namespace vramlint::rules {

struct SettingFix {
  std::string setting;  ///< for messages: "`model.use_checkpoint: True`"
  Fix fix;              ///< safe where the step computes the same with it
};

/// A switch with which the step fits: one with which training stays the same, else the first.
std::optional<SettingFix> switch_fix(const Analysis& analysis, const Session& session);

/// What a neighbouring config sets, and with which the step fits; where a part of the training is not known, what is
/// known of it.
std::optional<SettingFix> neighbour_fix(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules
