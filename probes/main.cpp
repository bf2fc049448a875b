// vramlint-probe: what LibTorch really does. `vramlint probe` runs it.
#include <ATen/Parallel.h>

#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "probes/command_line.h"
#include "probes/commands.h"
#include "probes/meter/counting_allocator.h"
#include "probes/meter/saved_tensors.h"
#include "probes/quiet.h"
#include "probes/steps/read_graph.h"
#include "probes/steps/run.h"

namespace {

using vramlint::probes::UsageError;

constexpr const char* kUsage =
    "vramlint-probe op [NAME…] [--device cpu|cuda[:N]] [--output FOLDER] [--against RECORDING]\n"
    "                                  run the operators' samples and compare\n"
    "vramlint-probe step GRAPH.json [--device cpu|cuda[:N]] [--tolerance 0.01] [--partings N] [--output FOLDER] "
    "[--json]\n"
    "                                  run a dumped graph for two steps and compare\n"
    "vramlint-probe replay TRACE.json [--device cuda[:N]] [--json]\n"
    "                                  play a dumped trace on the CUDA caching allocator and compare\n"
    "vramlint-probe module FILE.pt --input float32[2,3,64,64]… [--loss mean|sum|mse] [--optimizer NAME]\n"
    "               [--device cpu|cuda[:N]] [--graph GRAPH.json] [--json]\n"
    "                                  run a TorchScript module for two steps, and compare with a graph's simulation\n";

int refused(const std::exception& error) {
  std::cerr << "vramlint-probe: " << error.what() << "\n";
  return 2;
}

int run(const std::string& command, const std::vector<std::string>& words) {
  if (command == "op") return vramlint::probes::op_command(words);
  if (command == "step") return vramlint::probes::step_command(words);
  if (command == "replay") return vramlint::probes::replay_command(words);
  if (command == "module") return vramlint::probes::module_command(words);
  throw UsageError("there is no command '" + command + "'");
}

}  // namespace

int main(int count, char** given) {
  if (count < 2 || std::string(given[1]) == "--help") {
    std::cout << kUsage;
    return count < 2 ? 2 : 0;
  }
  vramlint::probes::silence_warnings();
  vramlint::probes::install_counting_allocator();
  vramlint::probes::install_saved_tensor_hooks();
  at::set_num_threads(1);
  try {
    return run(given[1], std::vector<std::string>(given + 2, given + count));
  } catch (const UsageError& error) {
    return refused(error);
  } catch (const vramlint::probes::GraphError& error) {
    return refused(error);
  } catch (const vramlint::probes::RunError& error) {
    return refused(error);
  } catch (const std::exception& error) {
    std::cerr << "vramlint-probe: " << error.what() << "\n";
    return 3;
  }
}
