#include "probes/measuring.h"

#include <cstdlib>
#include <iostream>

#include "probes/cuda/allocator.h"
#include "probes/cuda/driver.h"
#include "probes/device_choice.h"
#include "probes/meter/neutral_kernels.h"

namespace vramlint::probes {

namespace {

void start_cuda(int index) {
  const int count = cuda::device_count();
  if (index >= count) {
    throw UsageError("there is no device cuda:" + std::to_string(index) + "; the driver knows " +
                     std::to_string(count));
  }
  // As `import torch` does from 1.13 on (torch/__init__.py); LibTorch alone does not.
  setenv("CUDA_MODULE_LOADING", "LAZY", 0);
  cuda::start_device(index);
  cuda::start_allocator(count);
  for (const char* name : {"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "CUBLAS_WORKSPACE_CONFIG"}) {
    if (std::getenv(name)) std::cerr << "vramlint-probe: " << name << " is set; the simulation assumes its default\n";
  }
}

}  // namespace

void start_measuring(const CommandLine& options, Kernels kernels, const char* usual) {
  const DeviceChoice device = parse_device(options.value("device").value_or(usual));
  if (device.cuda) start_cuda(device.index);
  choose_device(device);
  if (!device.cuda && kernels == Kernels::neutral) install_neutral_kernels();
}

}  // namespace vramlint::probes
