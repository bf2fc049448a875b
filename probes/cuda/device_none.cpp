// Built without CUDA.
#include "probes/command_line.h"
#include "probes/cuda/device.h"

namespace vramlint::probes::cuda {

namespace {

[[noreturn]] void refuse() {
  throw UsageError("this probe was built against a LibTorch without CUDA; probes/README.md says how to build one with");
}

}  // namespace

bool built() { return false; }

std::string version() { refuse(); }

std::string name() { refuse(); }

Peaks replay(const std::vector<Move>&, size_t) { refuse(); }

}  // namespace vramlint::probes::cuda
