// The sub-commands. Each adds itself to the program with its options; run, it sets the exit code.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "integrations/cli/command_line.h"

namespace vramlint::cli {

/// What the program returns, whatever the sub-command.
enum ExitCode : int {
  kClean = 0,     ///< nothing at or above --fail-on
  kFindings = 1,  ///< findings
  kUsage = 2,     ///< wrong usage, or input that cannot be read
  kBug = 3,       ///< a bug of ours
};

/// Ends the program with kUsage and this sentence, and further lines below it.
struct UsageError : std::runtime_error {
  explicit UsageError(const std::string& sentence, std::vector<std::string> lines = {})
      : std::runtime_error(sentence), below(std::move(lines)) {}
  std::vector<std::string> below;
};

void add_check(Command program, int& exit_code);
void add_diff(Command program, int& exit_code);
void add_fit(Command program, int& exit_code);
void add_dump(Command program, int& exit_code);
void add_show(Command program, int& exit_code);
void add_explain(Command program, int& exit_code);
void add_rules(Command program, int& exit_code);
void add_devices(Command program, int& exit_code);
void add_init(Command program, int& exit_code);
void add_calc(Command program, int& exit_code);
void add_probe(Command program, int& exit_code);
void add_baseline(Command program, int& exit_code);
void add_completions(Command program, int& exit_code);
void add_man(Command program, int& exit_code);
void add_lsp(Command program, int& exit_code);  ///< of integrations/lsp

/// "1.2.3"
const char* version();

}  // namespace vramlint::cli
