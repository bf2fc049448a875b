// What people type, as the commands want it.
#pragma once

#include <string>
#include <vector>

#include "integrations/cli/command_line.h"

namespace vramlint::cli {

/// `help check` is `check --help`, `config/train.yaml` is `check config/train.yaml`. Throws UsageError for a command
/// that does not exist, with the one that is meant.
std::vector<std::string> spoken(std::vector<std::string> words, const CommandPage& program);

}  // namespace vramlint::cli
