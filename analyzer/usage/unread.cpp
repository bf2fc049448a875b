#include "usage/judge.h"

namespace vramlint::usage {

namespace {

class Judge {
 public:
  Judge(const Keys& keys, const Doubt& doubt, Usage& usage) : keys_(keys.all()), doubt_(doubt), usage_(usage) {}

  void all() {
    for (size_t child : keys_[Keys::kRoot].children) visit(child);
  }

 private:
  bool untouched(size_t index) const {
    const Key& key = keys_[index];
    if (key.named || key.used || key.there || key.overwritten || !key.conditions.empty()) return false;
    for (size_t child : key.children) {
      if (!untouched(child)) return false;
    }
    return true;
  }

  /// Keys that are there for the reader, for YAML anchors, or for a config loader itself.
  static bool is_exempt(const Key& key) {
    return key.name.empty() || key.name[0] == '_' || key.name[0] == '.' || key.name[0] == '$' ||
           key.name.starts_with("x-") || key.name == "defaults" || key.name == "hydra" || key.name == "<<";
  }

  void visit(size_t index) {
    const Key& key = keys_[index];
    if (is_exempt(key)) return;
    const bool doubted = doubt_.may_read(key);
    if (!doubted && untouched(index)) {
      Unread unread{
          .key = key.path, .span = key.span, .is_section = !key.children.empty(), .inside = {}, .readers = {}};
      for (size_t child : key.children) unread.inside.push_back(keys_[child].name);
      usage_.unread.push_back(std::move(unread));
      return;
    }
    if (doubted && !key.named && doubt_.may_take_whole(key)) return;
    for (size_t child : key.children) visit(child);
  }

  const std::vector<Key>& keys_;
  const Doubt& doubt_;
  Usage& usage_;
};

}  // namespace

void judge_unread(const Keys& keys, const Doubt& doubt, Usage& usage) { Judge(keys, doubt, usage).all(); }

}  // namespace vramlint::usage
