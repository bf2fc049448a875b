#include <algorithm>

#include "config/project.h"

namespace vramlint::config {

namespace {

/// Greedy matching with one point to come back to for `*` and one for `**`: no more than pattern × path steps.
struct Matcher {
  std::string_view pattern, path;
  static constexpr size_t kNone = std::string_view::npos;

  bool matches() const {
    size_t p = 0, t = 0;
    size_t star_p = kNone, star_t = 0, deep_p = kNone, deep_t = 0;
    while (t < path.size() || p < pattern.size()) {
      if (at_deep(p)) {
        deep_p = p += 2;
        deep_t = t;
        star_p = kNone;
        if (p < pattern.size() && pattern[p] == '/' && (t == 0 || path[t - 1] == '/'))
          ++p;  // `**/` may stand for nothing
      } else if (p < pattern.size() && pattern[p] == '*') {
        star_p = ++p;
        star_t = t;
      } else if (p < pattern.size() && t < path.size() && one(pattern[p], path[t])) {
        ++p, ++t;
      } else if (star_p != kNone && star_t < path.size() && path[star_t] != '/') {
        p = star_p;
        t = ++star_t;
      } else if (deep_p != kNone && deep_t < path.size()) {
        p = deep_p;
        t = ++deep_t;
        star_p = kNone;
      } else {
        return false;
      }
    }
    return true;
  }

 private:
  bool at_deep(size_t p) const { return pattern.substr(p).starts_with("**"); }
  static bool one(char wanted, char have) { return wanted == have || (wanted == '?' && have != '/'); }
};

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view path) {
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  return Matcher{pattern, path}.matches();
}

namespace {

bool claims(const Recipe& recipe, std::string_view path) {
  return std::any_of(recipe.configs.begin(), recipe.configs.end(),
                     [path](const std::string& pattern) { return glob_matches(pattern, path); });
}

}  // namespace

const Recipe* find_recipe(const Project& project, std::string_view config_path) {
  for (const Recipe& recipe : project.recipes) {
    if (claims(recipe, config_path)) return &recipe;
  }
  return nullptr;
}

std::vector<const Recipe*> find_recipes(const Project& project, std::string_view config_path) {
  std::vector<const Recipe*> found;
  for (const Recipe& recipe : project.recipes) {
    const bool special = recipe.config || recipe.launch;
    const bool wanted = found.empty() || (special && (found[0]->config || found[0]->launch));
    if (wanted && claims(recipe, config_path)) found.push_back(&recipe);
  }
  return found;
}

}  // namespace vramlint::config
