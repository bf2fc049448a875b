// What the program takes from the terminal and the environment.
#pragma once

#include <string>

namespace vramlint::cli {

/// The variable's value; empty where it is not set.
std::string variable(const char* name);

/// Whether standard output is a terminal that shows colours and NO_COLOR does not forbid them. `when`: auto, always,
/// never.
bool wants_colour(const std::string& when);

/// Of the terminal, 100 where there is none.
int terminal_width();

/// GITHUB_ACTIONS=true
bool on_github();

}  // namespace vramlint::cli
