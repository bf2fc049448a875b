// Stands for the driver's libraries: exports what is called of NVML and the CUDA driver, and tells of two GPUs, of
// which MIG has cut the second into two slices. CUDA shows the first GPU and the first slice.
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace {

struct Gpu {
  const char* name;
  const char* uuid;
  unsigned long long total, free;
  int major, minor;
  unsigned int multiprocessors;
};

constexpr unsigned long long kMib = 1024 * 1024;

Gpu gpus[] = {
    {"NVIDIA GeForce RTX 3090", "GPU-00000000-0000-0000-0000-000000000001", 24576 * kMib, 20000 * kMib, 8, 6, 82},
    {"NVIDIA H100 80GB HBM3", "GPU-00000000-0000-0000-0000-000000000002", 81559 * kMib, 80000 * kMib, 9, 0, 132},
    {"NVIDIA H100 80GB HBM3 MIG 1g.10gb", "MIG-00000000-0000-0000-0000-000000000003", 9984 * kMib, 9970 * kMib, 0, 0,
     16},
    {"NVIDIA H100 80GB HBM3 MIG 3g.40gb", "MIG-00000000-0000-0000-0000-000000000004", 40448 * kMib, 40400 * kMib, 0, 0,
     60},
};

#ifdef FAILING
constexpr int kStarted = 100;
#else
constexpr int kStarted = 0;
#endif

int copied(const char* from, char* to, unsigned int size) {
  std::snprintf(to, size, "%s", from);
  return 0;
}

}  // namespace

extern "C" {

int nvmlInit_v2() { return kStarted; }
int nvmlShutdown() { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned int size) { return copied("550.54.14", text, size); }
int nvmlDeviceGetCount_v2(unsigned int* count) {
  *count = 2;
  return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void** device) {
  *device = &gpus[index];
  return 0;
}
int nvmlDeviceGetName(void* device, char* text, unsigned int size) {
  return copied(static_cast<Gpu*>(device)->name, text, size);
}
int nvmlDeviceGetUUID(void* device, char* text, unsigned int size) {
  return copied(static_cast<Gpu*>(device)->uuid, text, size);
}
int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* memory) {
  memory[0] = static_cast<Gpu*>(device)->total;
  memory[1] = static_cast<Gpu*>(device)->free;
  memory[2] = memory[0] - memory[1];
  return 0;
}
int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor) {
  *major = static_cast<Gpu*>(device)->major;
  *minor = static_cast<Gpu*>(device)->minor;
  return 0;
}
int nvmlDeviceGetMigMode(void* device, unsigned int* current, unsigned int* pending) {
  *current = *pending = device == &gpus[1] ? 1 : 0;
  return 0;
}
int nvmlDeviceGetMaxMigDeviceCount(void*, unsigned int* count) {
  *count = 7;
  return 0;
}
int nvmlDeviceGetMigDeviceHandleByIndex(void*, unsigned int index, void** device) {
  if (index >= 2) return 6;  // NVML_ERROR_NOT_FOUND
  *device = &gpus[2 + index];
  return 0;
}
int nvmlDeviceGetAttributes_v2(void* device, unsigned int* attributes) {
  const Gpu* gpu = static_cast<Gpu*>(device);
  if (gpu->major != 0) return 3;  // NVML_ERROR_NOT_SUPPORTED: slices alone have attributes
  attributes[0] = gpu->multiprocessors;
  return 0;
}

int cuInit(unsigned int) { return kStarted; }
int cuDeviceGetCount(int* count) {
  *count = 2;
  return 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal == 0 ? 0 : 2;
  return 0;
}
int cuDeviceGetName(char* text, int size, int device) {
  return copied(gpus[device].name, text, static_cast<unsigned int>(size));
}
int cuDeviceTotalMem_v2(size_t* bytes, int device) {
  *bytes = gpus[device].total - 300 * kMib;  // CUDA keeps some for itself
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  const Gpu& gpu = gpus[device == 2 ? 1 : device];
  if (attribute == 16) *value = static_cast<int>(gpus[device].multiprocessors);
  if (attribute == 75) *value = gpu.major;
  if (attribute == 76) *value = gpu.minor;
  return 0;
}
int cuDeviceGetUuid_v2(char* bytes, int device) {
  std::memset(bytes, 0, 16);
  bytes[15] = static_cast<char>(device + 1);
  return 0;
}
}
