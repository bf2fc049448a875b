// The arguments that a program gets: what its argparse definition says, overridden by the command line.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "config/dialect.h"
#include "config/launch/program_call.h"

namespace vramlint::config {

/// Runs the program's source in the interpreter up to where it parses its command line. Values from the command line
/// carry the place of their word, defaults the place where the program's source sets them. What the parser refuses is
/// a finding `rejected-command-line`; the program then ends, and the answer is empty. So it is, with an unknown that
/// says why, where the program parses no command line.
std::optional<Node> parse_arguments(const ProgramCall& call, const std::vector<std::filesystem::path>& import_paths,
                                    LoadContext& context);

}  // namespace vramlint::config
