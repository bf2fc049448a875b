#include "usage/judge.h"

namespace vramlint::usage {

namespace {

class Judge {
 public:
  Judge(const Keys& keys, const Doubt& doubt, Usage& usage) : keys_(keys), doubt_(doubt), usage_(usage) {}

  void all() {
    for (size_t child : keys_.all()[Keys::kRoot].children) visit(child, false);
  }

 private:
  /// Keys that are there for the reader, for YAML anchors, or for a config loader itself.
  static bool is_exempt(const Key& key) {
    return key.name.empty() || key.name[0] == '_' || key.name[0] == '.' || key.name[0] == '$' ||
           key.name.starts_with("x-") || key.name == "defaults" || key.name == "hydra" || key.name == "<<";
  }

  /// `sealed`: whatever reads the section that it is in has been seen.
  void visit(size_t index, bool sealed) {
    const Key& key = keys_.all()[index];
    if (is_exempt(key)) return;
    const bool doubted = sealed ? doubt_.may_reach(key) : doubt_.may_read(key);
    if (!doubted && keys_.untouched(index)) return add(key);
    if (doubted && !key.named && doubt_.may_take_whole(key)) return;
    const bool seals = doubt_.is_sealed(key);
    const bool asked_more = key.there || !key.conditions.empty();
    if (seals && !asked_more && keys_.nothing_inside(key)) return;  // judge_ineffective speaks of the section
    for (size_t child : key.children) visit(child, seals);
  }

  void add(const Key& key) {
    Unread unread{.key = key.path, .span = key.span, .is_section = !key.children.empty(), .inside = {}, .readers = {}};
    for (size_t child : key.children) unread.inside.push_back(keys_.all()[child].name);
    usage_.unread.push_back(std::move(unread));
  }

  const Keys& keys_;
  const Doubt& doubt_;
  Usage& usage_;
};

}  // namespace

void judge_unread(const Keys& keys, const Doubt& doubt, Usage& usage) { Judge(keys, doubt, usage).all(); }

}  // namespace vramlint::usage
