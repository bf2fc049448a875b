#include "config/stated_gpus.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <vector>

namespace vramlint::config {

namespace {

constexpr int64_t kMost = 64;

bool is_one_of(const std::string& key, std::span<const std::string_view> names) {
  std::string lower;
  for (const char c : key) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(names.begin(), names.end(), lower) != names.end();
}

/// Of `"0,1,2,3"`; 0: it lists no numbers.
int64_t listed(std::string_view text) {
  const auto fits = [](char c) { return c == ',' || c == ' ' || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (text.find(',') == std::string_view::npos || !std::all_of(text.begin(), text.end(), fits)) return 0;
  int64_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto is_digit = [&](size_t at) { return std::isdigit(static_cast<unsigned char>(text[at])) != 0; };
    if (is_digit(i) && (i == 0 || !is_digit(i - 1))) ++count;
  }
  return count;
}

int64_t count_of(const Entry& entry) {
  constexpr std::string_view kCounts[] = {"num_gpu", "num_gpus", "n_gpu", "n_gpus", "ngpu", "ngpus", "gpu_num", "gpus"};
  constexpr std::string_view kLists[] = {"gpus", "gpu_ids", "gpuids", "gpu_list"};
  const Node& value = entry.value;
  if (const auto* number = std::get_if<int64_t>(&value.value)) return is_one_of(entry.key, kCounts) ? *number : 0;
  if (!is_one_of(entry.key, kLists)) return 0;
  if (const auto* text = std::get_if<std::string>(&value.value)) return listed(*text);
  const Sequence* list = value.sequence();
  const auto is_number = [](const Node& item) { return std::holds_alternative<int64_t>(item.value); };
  if (!list || !std::all_of(list->items.begin(), list->items.end(), is_number)) return 0;
  return static_cast<int64_t>(list->items.size());
}

void look(const Mapping& section, const std::string& inside, int levels, std::vector<StatedGpus>& found) {
  for (const Entry& entry : section.entries) {
    const std::string key = inside.empty() ? entry.key : inside + "." + entry.key;
    if (const int64_t count = count_of(entry); count > 0) found.push_back({key, entry.value.span, count});
    if (const Mapping* inner = entry.value.mapping(); inner && levels > 0) look(*inner, key, levels - 1, found);
  }
}

}  // namespace

std::optional<StatedGpus> stated_gpus(const Config& config) {
  std::vector<StatedGpus> found;
  if (const Mapping* root = config.root.mapping()) look(*root, "", 1, found);
  const auto differs = [&](const StatedGpus& each) { return each.count != found.front().count; };
  if (found.empty() || std::any_of(found.begin(), found.end(), differs)) return std::nullopt;
  return found.front().count > 1 && found.front().count <= kMost ? std::optional(found.front()) : std::nullopt;
}

}  // namespace vramlint::config
