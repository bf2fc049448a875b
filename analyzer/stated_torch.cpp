#include "stated_torch.h"

#include <algorithm>
#include <string_view>

#include "config/stated_packages.h"
#include "graph/torch_profile.h"

namespace vramlint {

namespace {

bool is_in_release(char c) { return (c >= '0' && c <= '9') || c == '.'; }

/// "2.6" of "torch >= 2.6, < 3": what stands behind the first of the signs.
std::string behind(std::string_view range, std::string_view sign) {
  size_t at = range.find(sign);
  if (at == std::string_view::npos) return {};
  at = range.find_first_not_of(" =", at + sign.size());
  if (at == std::string_view::npos) return {};
  const auto end = std::find_if_not(range.begin() + static_cast<std::ptrdiff_t>(at), range.end(), is_in_release);
  const std::string release(range.substr(at, static_cast<size_t>(end - range.begin()) - at));
  return release.find('.') == std::string::npos ? release + ".0" : release;
}

/// Whether one release is older than another; no where either is none.
bool is_older(const std::string& release, const std::string& other) {
  const auto a = graph::torch_profile(release), b = graph::torch_profile(other);
  return a && b && !a->at_least(b->major, b->minor);
}

std::string wanted(const config::StatedPackage& torch) {
  if (!torch.release.empty()) return std::string(torch.release.substr(0, torch.release.find('+')));
  const std::string usual(graph::kDefaultTorch);
  std::string least = behind(torch.range, ">=");
  if (least.empty()) least = behind(torch.range, "~=");
  const std::string most = behind(torch.range, "<=");
  const std::string below = most.empty() ? behind(torch.range, "<") : std::string();
  const bool is_too_new = is_older(most, usual) || (!below.empty() && !is_older(usual, below));
  return is_older(usual, least) || is_too_new ? least : std::string();
}

}  // namespace

std::optional<StatedTorch> stated_torch(Files& files) {
  for (const config::StatedPackage& package : config::packages_stated_by_usual_names(files)) {
    if (package.name != "torch") continue;
    std::string release = wanted(package);
    if (!graph::torch_profile(release)) return std::nullopt;
    return StatedTorch{std::move(release), package.name + package.range, package.file};
  }
  return std::nullopt;
}

}  // namespace vramlint
