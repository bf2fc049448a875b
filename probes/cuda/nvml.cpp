// Four functions of NVML's stable interface, by the names that its documentation gives them. Their handle is opaque.
#include "probes/cuda/nvml.h"

#include <dlfcn.h>

namespace vramlint::probes::cuda {

namespace {

struct Memory {
  unsigned long long total, free, used;
};

template <typename Function>
Function* symbol(void* library, const char* name) {
  return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
}

/// The library stays loaded, and started, until the process ends.
class Nvml {
 public:
  Nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    const auto start = symbol<int()>(library_, "nvmlInit_v2");
    find_ = symbol<int(const char*, void**)>(library_, "nvmlDeviceGetHandleByPciBusId_v2");
    memory_ = symbol<int(void*, Memory*)>(library_, "nvmlDeviceGetMemoryInfo");
    ready_ = start && find_ && memory_ && start() == 0;
  }
  std::optional<int64_t> used(const std::string& bus) const {
    void* device = nullptr;
    Memory memory{};
    if (!ready_ || find_(bus.c_str(), &device) != 0 || memory_(device, &memory) != 0) return std::nullopt;
    return static_cast<int64_t>(memory.used);
  }

 private:
  void* library_;
  int (*find_)(const char*, void**) = nullptr;
  int (*memory_)(void*, Memory*) = nullptr;
  bool ready_ = false;
};

}  // namespace

std::optional<int64_t> used_memory(const std::string& bus) {
  static const Nvml nvml;
  return nvml.used(bus);
}

}  // namespace vramlint::probes::cuda
