#include "alike_modules.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

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

std::string kind_of(std::string_view path) {
  Path parts = parts_of(path);
  for (std::string_view& part : parts)
    if (is_number(part)) part = "*";
  return joined(parts);
}

struct Alike {
  Contributor sum;
  Path path;

  void add(const Contributor& other) {
    sum.bytes += other.bytes;
    ++sum.modules;
    const Path parts = parts_of(other.module);
    for (size_t i = 0; i < path.size(); ++i)
      if (path[i] != parts[i]) path[i] = "*";
  }
};

}  // namespace

std::vector<Contributor> alike_together(const std::vector<Contributor>& contributors, size_t most) {
  using Key = std::tuple<std::string, std::string_view, Category, const Source*, uint32_t, uint32_t>;
  std::map<Key, size_t> known;
  std::vector<Alike> groups;
  for (const Contributor& one : contributors) {
    Key key{kind_of(one.module), one.op, one.category, one.span.source, one.span.begin, one.span.end};
    const auto [at, is_new] = known.emplace(std::move(key), groups.size());
    if (is_new)
      groups.push_back({one, parts_of(one.module)});
    else
      groups[at->second].add(one);
  }
  std::vector<Contributor> result;
  for (Alike& group : groups) {
    group.sum.module = joined(group.path);
    result.push_back(std::move(group.sum));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Contributor& a, const Contributor& b) { return a.bytes > b.bytes; });
  if (result.size() > most) result.resize(most);
  return result;
}

}  // namespace vramlint
