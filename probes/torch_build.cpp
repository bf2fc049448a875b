#include "probes/torch_build.h"

#include <torch/version.h>

#include <algorithm>
#include <cctype>

#include "base/check.h"

namespace vramlint::probes {

namespace {

const std::string kVersion = std::to_string(TORCH_VERSION_MAJOR) + "." + std::to_string(TORCH_VERSION_MINOR) + "." +
                             std::to_string(TORCH_VERSION_PATCH);

}  // namespace

std::string torch_version() { return kVersion; }

std::string device_name() { return "cpu"; }

std::optional<std::string> cuda_version() { return std::nullopt; }

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
