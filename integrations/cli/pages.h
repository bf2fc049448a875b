// The program's own description of itself, in the forms that shells and `man` read. Nothing of it is written twice.
#pragma once

#include <string>

#include "integrations/cli/command_line.h"

namespace vramlint::cli {

/// A script that completes commands, options and their words: for bash, zsh or fish.
std::string completions(CommandPage program, const std::string& shell);

/// A page in mdoc's older sister man(7), section 1.
std::string man_page(const CommandPage& program, const std::string& version);

}  // namespace vramlint::cli
