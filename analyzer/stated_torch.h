// The release of PyTorch that a project's own requirements ask for.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"

namespace vramlint {

struct StatedTorch {
  std::string release;
  std::string requirement;  ///< "torch>=2.6", as it stands in the file
  std::string file;
};

/// One that is pinned, else the oldest that is allowed where the usual one is not. None where nothing is said, the
/// usual one will do, or the release is none that is known.
std::optional<StatedTorch> stated_torch(Files& files);

}  // namespace vramlint
