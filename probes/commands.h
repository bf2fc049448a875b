// The sub-commands of vramlint-probe. Each takes the words after its name and returns the exit code: 0 what was
// expected was measured, 1 it was not, 2 the input cannot be used.
#pragma once

#include <string>
#include <vector>

namespace vramlint::probes {

int op_command(const std::vector<std::string>& words);
int step_command(const std::vector<std::string>& words);
int replay_command(const std::vector<std::string>& words);
int module_command(const std::vector<std::string>& words);

}  // namespace vramlint::probes
