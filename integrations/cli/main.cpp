#include <algorithm>
#include <exception>

#ifdef VRAMLINT_MIMALLOC
#include <mimalloc.h>
#endif

#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/pages.h"
#include "integrations/cli/spoken.h"

namespace {

using namespace vramlint::cli;

/// A run of many configs goes through some hundred MiB of small objects: with large pages a sixth of its time less goes
/// into finding where they lie. The first 32 MiB are there already, and stay as they are.
void take_large_pages() {
#ifdef VRAMLINT_MIMALLOC
  mi_option_enable(mi_option_large_os_pages);
#endif
}

int run(int count, char** arguments) {
  CommandLine line(
      "vramlint",
      "vramlint reads a training config and the PyTorch model source it names, works out what one training step holds\n"
      "in GPU memory, and says what will not fit, why, and which edit makes it fit. It runs none of the code it reads.",
      version());
  Command program = line.program();
  program.needs_subcommand();
  program.footer(
      "Exit codes: 0 nothing found at or above --fail-on, 1 findings, 2 wrong usage or input that cannot be read,\n"
      "3 a bug of vramlint. `vramlint COMMAND --help` tells more of a command.");
  int exit_code = kClean;
  for (const auto add : {add_check, add_diff, add_fit, add_show, add_dump, add_explain, add_rules, add_devices,
                         add_calc, add_init, add_baseline, add_lsp, add_probe, add_completions, add_man})
    add(program, exit_code);
  return line.parse(spoken({arguments + 1, arguments + count}, program.outline())) ? exit_code : kClean;
}

int code_of(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const UsageError& error) {
    say(error.what(), error.below);
    return kUsage;
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what(),
        {"This is a bug of vramlint. Please report it with the command and the files that show it."});
    return kBug;
  }
}

}  // namespace

int main(int count, char** arguments) {
  take_large_pages();
  const int code = code_of(count, arguments);
  const std::string trouble = trouble_of_output();
  if (trouble.empty()) return code;
  say(trouble);
  return std::max<int>(code, kUsage);
}
