#include "installed_torch.h"

#include <string_view>

#include "graph/torch_profile.h"

namespace vramlint {

std::optional<std::string> installed_torch(Files& files) {
  constexpr std::string_view kBegin = "torch-", kEnd = ".dist-info";
  for (const std::filesystem::path& folder : files.site_packages()) {
    for (const std::string& name : files.list(folder)) {
      if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) continue;
      const std::string_view release(name.data() + kBegin.size(), name.size() - kBegin.size() - kEnd.size());
      std::string plain(release.substr(0, release.find('+')));
      if (graph::torch_profile(plain)) return plain;
    }
  }
  return std::nullopt;
}

}  // namespace vramlint
