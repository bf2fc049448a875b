#include "interp/decided.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "interp/following.h"
#include "interp/frame.h"
#include "interp/impl.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostDecided = 64;
using Names = std::set<std::string_view>;

bool is_part(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Every word of a text; that of a literal among them does no harm.
Names words_of(std::string_view text) {
  Names words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > at) words.insert(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

bool sets_one_of(const Names& names, const syntax::Body& body);

struct Sets {
  const Names& names;
  bool operator()(const syntax::Assign& node) const {
    return std::any_of(node.targets.begin(), node.targets.end(),
                       [&](const auto& target) { return names.contains(target->span.text()); });
  }
  bool operator()(const syntax::If& node) const {
    return sets_one_of(names, node.then) || sets_one_of(names, node.otherwise);
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool sets_one_of(const Names& names, const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(),
                     [&](const auto& statement) { return std::visit(Sets{names}, statement->node); });
}

}  // namespace

void note_decided(Frame& frame, const syntax::If& branch, Origin condition) {
  const auto known = std::find_if(frame.decided.begin(), frame.decided.end(),
                                  [&](const Decided& one) { return one.branch == &branch; });
  if (known != frame.decided.end())
    known->condition = condition;
  else if (frame.decided.size() < kMostDecided)
    frame.decided.push_back({&branch, condition});
}

std::vector<OriginAtom> keys_behind_names(Interpreter& interpreter) {
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const std::vector<Decided>& decided = (*frame)->decided;
    if (decided.empty() || !(*frame)->current) continue;
    const Names names = words_of((*frame)->current.text());
    for (auto one = decided.rbegin(); one != decided.rend(); ++one) {
      if (!Sets{names}(*one->branch)) continue;
      std::vector<OriginAtom> keys = interpreter.origins().atoms(one->condition);
      std::erase_if(keys, [](const OriginAtom& key) { return key.span == place_of_run(); });
      if (!keys.empty()) return keys;
    }
  }
  return {};
}

}  // namespace vramlint::interp
