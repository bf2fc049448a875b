#include "integrations/gpu/nvml.h"

#include <fmt/format.h>

#include "integrations/gpu/driver_abi.h"

namespace vramlint::gpu {
namespace {

/// The functions of one open NVML; those that are missing are null.
struct Nvml {
  nvmlReturn_t (*init)();
  nvmlReturn_t (*shutdown)();
  nvmlReturn_t (*driver_version)(char*, unsigned int);
  nvmlReturn_t (*count)(unsigned int*);
  nvmlReturn_t (*by_index)(unsigned int, nvmlDevice_t*);
  nvmlReturn_t (*name)(nvmlDevice_t, char*, unsigned int);
  nvmlReturn_t (*uuid)(nvmlDevice_t, char*, unsigned int);
  nvmlReturn_t (*memory)(nvmlDevice_t, nvmlMemory_t*);
  nvmlReturn_t (*compute_capability)(nvmlDevice_t, int*, int*);
  nvmlReturn_t (*mig_mode)(nvmlDevice_t, unsigned int*, unsigned int*);
  nvmlReturn_t (*most_slices)(nvmlDevice_t, unsigned int*);
  nvmlReturn_t (*slice)(nvmlDevice_t, unsigned int, nvmlDevice_t*);
  nvmlReturn_t (*attributes)(nvmlDevice_t, nvmlDeviceAttributes_t*);

  explicit Nvml(const DriverLibrary& library) {
    const auto bind = [&]<typename Result, typename... Args>(Result (*&function)(Args...), const char* symbol) {
      function = library.function<Result(Args...)>(symbol);
    };
    bind(init, "nvmlInit_v2");
    bind(shutdown, "nvmlShutdown");
    bind(driver_version, "nvmlSystemGetDriverVersion");
    bind(count, "nvmlDeviceGetCount_v2");
    bind(by_index, "nvmlDeviceGetHandleByIndex_v2");
    bind(name, "nvmlDeviceGetName");
    bind(uuid, "nvmlDeviceGetUUID");
    bind(memory, "nvmlDeviceGetMemoryInfo");
    bind(compute_capability, "nvmlDeviceGetCudaComputeCapability");
    bind(mig_mode, "nvmlDeviceGetMigMode");
    bind(most_slices, "nvmlDeviceGetMaxMigDeviceCount");
    bind(slice, "nvmlDeviceGetMigDeviceHandleByIndex");
    bind(attributes, "nvmlDeviceGetAttributes_v2");
  }
  bool complete() const { return init && count && by_index && name && memory; }
};

bool well(nvmlReturn_t result) { return static_cast<int>(result) == 0; }

std::string text_of(nvmlReturn_t (*ask)(nvmlDevice_t, char*, unsigned int), nvmlDevice_t device) {
  char text[kTextSize] = {};
  if (!ask || !well(ask(device, text, kTextSize))) return {};
  text[kTextSize - 1] = '\0';
  return text;
}

std::string bare(const std::string& uuid) {
  const bool prefixed = uuid.starts_with("GPU-") || uuid.starts_with("MIG-");
  return prefixed ? uuid.substr(4) : uuid;
}

bool is_cut(const Nvml& nvml, nvmlDevice_t device) {
  unsigned int current = 0, pending = 0;
  return nvml.mig_mode && well(nvml.mig_mode(device, &current, &pending)) && current == kMigEnabled;
}

/// Empty where its memory is not told: then it is of no use.
std::optional<LocalGpu> described(const Nvml& nvml, nvmlDevice_t device) {
  nvmlMemory_t memory{};
  if (!well(nvml.memory(device, &memory))) return std::nullopt;
  LocalGpu gpu;
  gpu.name = text_of(nvml.name, device);
  gpu.uuid = bare(text_of(nvml.uuid, device));
  gpu.memory = Bytes(static_cast<int64_t>(memory.total));
  gpu.free = Bytes(static_cast<int64_t>(memory.free));
  if (nvml.compute_capability) nvml.compute_capability(device, &gpu.compute_major, &gpu.compute_minor);
  nvmlDeviceAttributes_t attributes{};
  if (nvml.attributes && well(nvml.attributes(device, &attributes)))
    gpu.multiprocessors = static_cast<int>(attributes.multiprocessorCount);
  return gpu;
}

void add_slices(const Nvml& nvml, nvmlDevice_t parent, const LocalGpu& whole, LocalGpus& found) {
  unsigned int most = 0;
  if (!nvml.most_slices || !nvml.slice || !well(nvml.most_slices(parent, &most))) return;
  for (unsigned int i = 0; i < most; ++i) {
    nvmlDevice_t handle = nullptr;
    if (!well(nvml.slice(parent, i, &handle))) continue;
    std::optional<LocalGpu> slice = described(nvml, handle);
    if (!slice) continue;
    slice->slice = true;
    slice->compute_major = whole.compute_major;
    slice->compute_minor = whole.compute_minor;
    if (slice->name.find("MIG") == std::string::npos) slice->name = whole.name + " MIG";
    found.gpus.push_back(std::move(*slice));
  }
}

void add_gpus(const Nvml& nvml, LocalGpus& found) {
  char version[kTextSize] = {};
  if (nvml.driver_version && well(nvml.driver_version(version, kTextSize))) found.driver = version;
  unsigned int count = 0;
  if (!well(nvml.count(&count))) return;
  for (unsigned int i = 0; i < count; ++i) {
    nvmlDevice_t handle = nullptr;
    if (!well(nvml.by_index(i, &handle))) continue;
    std::optional<LocalGpu> gpu = described(nvml, handle);
    if (!gpu) continue;
    gpu->cut = is_cut(nvml, handle);
    found.gpus.push_back(*gpu);
    if (gpu->cut) add_slices(nvml, handle, *gpu, found);
  }
}

}  // namespace

void ask_nvml(const DriverLibrary& library, LocalGpus& found) {
  if (!library.is_open()) {
    found.troubles.push_back(library.trouble());
    return;
  }
  const Nvml nvml(library);
  if (!nvml.complete()) {
    found.troubles.push_back(library.name() + ": it lacks functions of NVML");
    return;
  }
  const nvmlReturn_t started = nvml.init();
  if (!well(started)) {
    found.troubles.push_back(fmt::format("{}: nvmlInit_v2 fails with {}", library.name(), static_cast<int>(started)));
    return;
  }
  add_gpus(nvml, found);
  if (nvml.shutdown) nvml.shutdown();
}

}  // namespace vramlint::gpu
