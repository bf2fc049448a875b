#include "integrations/gpu/cuda_driver.h"

#include <fmt/format.h>

#include <algorithm>

#include "integrations/gpu/driver_abi.h"

namespace vramlint::gpu {
namespace {

/// The functions of one open CUDA driver; those that are missing are null.
struct Cuda {
  CUresult (*init)(unsigned int);
  CUresult (*count)(int*);
  CUresult (*get)(CUdevice*, int);
  CUresult (*name)(char*, int, CUdevice);
  CUresult (*total_memory)(size_t*, CUdevice);
  CUresult (*attribute)(int*, int, CUdevice);
  CUresult (*uuid)(CUuuid*, CUdevice);

  explicit Cuda(const DriverLibrary& library) {
    const auto bind = [&]<typename Result, typename... Args>(Result (*&function)(Args...), const char* symbol) {
      function = library.function<Result(Args...)>(symbol);
    };
    bind(init, "cuInit");
    bind(count, "cuDeviceGetCount");
    bind(get, "cuDeviceGet");
    bind(name, "cuDeviceGetName");
    bind(total_memory, "cuDeviceTotalMem_v2");
    bind(attribute, "cuDeviceGetAttribute");
    bind(uuid, "cuDeviceGetUuid_v2");  // of a slice its own; the first version gives that of the whole GPU
    if (!uuid) bind(uuid, "cuDeviceGetUuid");
  }
  bool complete() const { return init && count && get && name && total_memory && attribute; }
};

bool well(CUresult result) { return static_cast<int>(result) == 0; }

std::string uuid_of(const Cuda& cuda, CUdevice device) {
  CUuuid uuid{};
  if (!cuda.uuid || !well(cuda.uuid(&uuid, device))) return {};
  std::string text;
  for (size_t i = 0; i < sizeof uuid.bytes; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

std::optional<LocalGpu> described(const Cuda& cuda, int ordinal) {
  CUdevice device{};
  size_t memory = 0;
  char name[kTextSize] = {};
  if (!well(cuda.get(&device, ordinal)) || !well(cuda.total_memory(&memory, device))) return std::nullopt;
  LocalGpu gpu;
  if (well(cuda.name(name, kTextSize - 1, device))) gpu.name = name;
  gpu.uuid = uuid_of(cuda, device);
  gpu.memory = Bytes(static_cast<int64_t>(memory));
  cuda.attribute(&gpu.compute_major, kComputeMajor, device);
  cuda.attribute(&gpu.compute_minor, kComputeMinor, device);
  cuda.attribute(&gpu.multiprocessors, kMultiprocessorCount, device);
  gpu.ordinal = ordinal;
  return gpu;
}

/// The one NVML told of, by its UUID.
LocalGpu* known(LocalGpus& found, const LocalGpu& gpu) {
  const auto at = std::find_if(found.gpus.begin(), found.gpus.end(),
                               [&](const LocalGpu& other) { return !gpu.uuid.empty() && other.uuid == gpu.uuid; });
  return at == found.gpus.end() ? nullptr : &*at;
}

void add(LocalGpus& found, LocalGpu gpu) {
  LocalGpu* same = known(found, gpu);
  if (!same) return found.gpus.push_back(std::move(gpu));
  same->memory = gpu.memory;
  same->multiprocessors = gpu.multiprocessors;
  same->compute_major = gpu.compute_major;
  same->compute_minor = gpu.compute_minor;
  same->ordinal = gpu.ordinal;
}

}  // namespace

void ask_cuda(const DriverLibrary& library, LocalGpus& found) {
  if (!library.is_open()) {
    found.troubles.push_back(library.trouble());
    return;
  }
  const Cuda cuda(library);
  if (!cuda.complete()) {
    found.troubles.push_back(library.name() + ": it lacks functions of the CUDA driver");
    return;
  }
  const CUresult started = cuda.init(0);
  if (!well(started)) {
    found.troubles.push_back(fmt::format("{}: cuInit fails with {}", library.name(), static_cast<int>(started)));
    return;
  }
  int count = 0;
  cuda.count(&count);
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    if (std::optional<LocalGpu> gpu = described(cuda, ordinal)) add(found, std::move(*gpu));
  }
}

}  // namespace vramlint::gpu
