#include "probes/torch_build.h"

#include <torch/version.h>

#include <algorithm>
#include <cctype>

#include "base/check.h"
#include "probes/cuda/driver.h"
#include "probes/device_choice.h"

namespace vramlint::probes {

namespace {

const std::string kVersion = std::to_string(TORCH_VERSION_MAJOR) + "." + std::to_string(TORCH_VERSION_MINOR) + "." +
                             std::to_string(TORCH_VERSION_PATCH);

}  // namespace

std::string torch_version() { return kVersion; }

std::string device_name() {
  const DeviceChoice& device = chosen_device();
  return device.cuda ? cuda::device_facts(device.index).name : "cpu";
}

std::optional<std::string> cuda_version() {
  return chosen_device().cuda ? std::optional(cuda::runtime_version()) : std::nullopt;
}

std::optional<std::string> compute_capability() {
  if (!chosen_device().cuda) return std::nullopt;
  const cuda::DeviceFacts facts = cuda::device_facts(chosen_device().index);
  return std::to_string(facts.compute_major) + "." + std::to_string(facts.compute_minor);
}

std::string recording_name() {
  std::string name = torch_version() + "-" + device_name();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) {
    return std::isalnum(letter) || letter == '.' || letter == '-' ? static_cast<char>(std::tolower(letter)) : '-';
  });
  return name;
}

const graph::TorchProfile& torch_profile() {
  static const auto profile = graph::torch_profile(kVersion);
  VRAMLINT_CHECK(profile.has_value(), "LibTorch " + kVersion + " is older than what is described");
  return *profile;
}

}  // namespace vramlint::probes
