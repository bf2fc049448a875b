#include "config/looks.h"

#include "base/text_hash.h"

namespace vramlint::config {

namespace {

using Next = std::vector<Look>::const_iterator;

void gather(const Node& node, bool is_seen, Next& next, Looks& looks) {
  if (const Mapping* mapping = node.mapping()) {
    const Look& look = *next++;
    if (is_seen) looks.push_back(look);
    for (const Entry& entry : mapping->entries) gather(entry.value, is_seen && look.sees(entry), next, looks);
  }
  if (const Sequence* list = node.sequence())
    for (const Node& item : list->items) gather(item, is_seen, next, looks);
}

}  // namespace

bool Look::sees(const Entry& entry) const {
  if (at_all || hashes.empty()) return at_all;
  return entry.kind != Entry::KeyKind::string || hashes.contains(text_hash(entry.key));
}

void Look::add(const Look& other) {
  at_all = at_all || other.at_all;
  hashes.insert(other.hashes.begin(), other.hashes.end());
}

Looks looks_of(const Node& root, const std::vector<Look>& all) {
  Looks looks;
  Next next = all.begin();
  gather(root, true, next, looks);
  return looks;
}

}  // namespace vramlint::config
