// The release of PyTorch that is installed beside the packages of `--site-packages`.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"

namespace vramlint {

/// "2.6.0" of `torch-2.6.0+cu124.dist-info`; none where no such folder is there.
std::optional<std::string> installed_torch(Files& files);

}  // namespace vramlint
