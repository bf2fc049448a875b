// What the program takes from the terminal and the environment.
#pragma once

#include <filesystem>
#include <string>

namespace vramlint::cli {

/// The variable's value; empty where it is not set.
std::string variable(const char* name);

/// Whether standard output is a terminal that shows colours and NO_COLOR does not forbid them. `when`: auto, always,
/// never.
bool wants_colour(const std::string& when);

/// Of the terminal, 100 where there is none.
int terminal_width();

/// Where a run may leave what spares the next one work: VRAMLINT_CACHE_DIR, else `vramlint` in the user's cache folder.
/// Empty where there is no such folder, or VRAMLINT_NO_CACHE is set.
std::filesystem::path cache_folder();

/// Whether the terminal's language has all characters: unless LC_ALL, LC_CTYPE or LANG, the first that is set, names
/// another encoding than UTF-8.
bool speaks_utf8();

/// GITHUB_ACTIONS=true
bool on_github();

}  // namespace vramlint::cli
