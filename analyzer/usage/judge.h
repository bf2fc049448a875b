// From what was noted to what is said.
#pragma once

#include "usage/doubt.h"
#include "usage/usage.h"

namespace vramlint::usage {

/// Also what is read only where another key keeps the program from.
void judge_unread(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage);
void judge_ineffective(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage);
void judge_choices(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage);
void judge_paths(const std::vector<std::shared_ptr<const Program>>& programs, const Doubt& doubt, const Notes& notes,
                 Usage& usage);
void judge_failures(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage);

}  // namespace vramlint::usage
