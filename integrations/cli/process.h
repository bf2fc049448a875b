// Other programs, run without a shell.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace vramlint::cli {

/// In the absolute folders of PATH; empty if there is none.
std::optional<std::string> find_program(const std::string& name);

/// Where this program lies.
std::string own_program();

/// What a program left behind.
struct Finished {
  int code = 0;  ///< 127 where it cannot be started, 128 + number where a signal ended it
  std::string output, errors;
};

/// Runs the program to its end with `input` on its standard input. Throws UsageError where the system has no room.
Finished run_program(const std::string& program, const std::vector<std::string>& arguments, const std::string& input);

}  // namespace vramlint::cli
