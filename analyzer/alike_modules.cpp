#include "alike_modules.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace vramlint {
namespace {

using Path = std::vector<std::string_view>;

Path parts_of(std::string_view path) {
  Path parts;
  while (true) {
    const size_t dot = path.find('.');
    parts.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    path.remove_prefix(dot + 1);
  }
}

bool is_number(std::string_view part) {
  return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string joined(const Path& parts) {
  std::string text(parts.front());
  for (size_t i = 1; i < parts.size(); ++i) text += "." + std::string(parts[i]);
  return text;
}

/// The next part of a path, which is left without it.
std::string_view next_part(std::string_view& path) {
  const size_t dot = std::min(path.find('.'), path.size());
  const std::string_view part = path.substr(0, dot);
  path.remove_prefix(std::min(dot + 1, path.size()));
  return part;
}

bool differ_in_numbers_alone(std::string_view a, std::string_view b) {
  const auto common = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  const size_t dot = a.substr(0, static_cast<size_t>(common)).rfind('.');
  const size_t same = dot == std::string_view::npos ? 0 : dot + 1;
  a.remove_prefix(same);
  b.remove_prefix(same);
  while (!a.empty() && !b.empty()) {
    const std::string_view x = next_part(a), y = next_part(b);
    if (x != y && !(is_number(x) && is_number(y))) return false;
  }
  return a.empty() && b.empty();
}

bool are_alike(const Contributor& a, const Contributor& b) {
  return a.category == b.category && a.span == b.span && a.op == b.op && differ_in_numbers_alone(a.module, b.module);
}

/// Equal for those that are alike: of a path what is no digit counts.
uint64_t hash_of(const Contributor& one) {
  uint64_t hash = (static_cast<uint64_t>(one.span.begin) << 8) + static_cast<uint64_t>(one.category);
  for (const char c : one.module)
    if (c < '0' || c > '9') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash ^ (one.op.size() << 40);
}

struct Alike {
  const Contributor* first;
  Bytes bytes;
  std::vector<const Contributor*> others = {};

  void add(const Contributor& other) {
    bytes += other.bytes;
    others.push_back(&other);
  }
  std::string path() const {
    Path parts = parts_of(first->module);
    for (const Contributor* other : others) {
      const Path theirs = parts_of(other->module);
      for (size_t i = 0; i < parts.size(); ++i)
        if (parts[i] != theirs[i]) parts[i] = "*";
    }
    return joined(parts);
  }
};

}  // namespace

std::vector<Contributor> alike_together(const std::vector<Contributor>& contributors, size_t most) {
  std::unordered_multimap<uint64_t, size_t> known;
  known.reserve(contributors.size());
  std::vector<Alike> groups;
  for (const Contributor& one : contributors) {
    const uint64_t hash = hash_of(one);
    const auto [begin, end] = known.equal_range(hash);
    const auto at =
        std::find_if(begin, end, [&](const auto& entry) { return are_alike(*groups[entry.second].first, one); });
    if (at != end) {
      groups[at->second].add(one);
    } else {
      known.emplace(hash, groups.size());
      groups.push_back({&one, one.bytes});
    }
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Alike& a, const Alike& b) { return a.bytes > b.bytes; });
  if (groups.size() > most) groups.resize(most);
  std::vector<Contributor> result;
  for (const Alike& group : groups) {
    Contributor& one = result.emplace_back(*group.first);
    one.bytes = group.bytes;
    one.modules = group.others.size() + 1;
    if (!group.others.empty()) one.module = group.path();
  }
  return result;
}

}  // namespace vramlint
