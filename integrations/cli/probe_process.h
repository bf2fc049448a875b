// Running vramlint-probe, the program that sees LibTorch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "integrations/cli/commands.h"

namespace vramlint::cli {

/// The executable beside this program, else the first on PATH; empty if there is none.
std::optional<std::string> find_probe();

/// Says how to get one.
UsageError probe_missing();

/// Runs it with these arguments, `input` on its standard input, and returns its exit code; 128 + number where a signal
/// ended it. No shell is involved. Throws UsageError if it cannot be started.
int run_probe(const std::string& program, const std::vector<std::string>& arguments, const std::string& input);

}  // namespace vramlint::cli
