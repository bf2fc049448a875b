#include "config/settings_digest.h"

#include <algorithm>

#include "base/digest.h"

namespace vramlint::config {

namespace {

struct Settings {
  Digest digest;
  bool plain = true;

  void add(const Node& node) {
    digest.add(node.value.index());
    std::visit([&](const auto& value) { take(value); }, node.value);
  }
  void take(std::monostate) {}
  void take(bool value) { digest.add(value); }
  void take(int64_t value) { digest.add(value); }
  void take(double value) { digest.add(value); }
  void take(const std::string& value) { digest.add(std::string_view(value)); }
  void take(const Opaque&) { plain = false; }
  void take(const Sequence& list) {
    digest.add(list.is_tuple);
    digest.add(list.items.size());
    for (const Node& item : list.items) add(item);
  }
  void take(const Mapping& mapping) {
    std::vector<const Entry*> entries;
    for (const Entry& entry : mapping.entries) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](const Entry* lhs, const Entry* rhs) { return lhs->key < rhs->key; });
    digest.add(entries.size());
    for (const Entry* entry : entries) {
      digest.add(entry->kind);
      digest.add(std::string_view(entry->key));
      add(entry->value);
    }
  }
};

}  // namespace

bool is_read_by_program(const Config& config) {
  const auto* mapping = std::get_if<Mapping>(&config.root.value);
  const bool has_program = config.dialect == "launch" || (config.source && config.source->path().ends_with(".py"));
  return mapping && mapping->entries.empty() && has_program;
}

std::string settings_digest(const Config& config) {
  if (is_read_by_program(config)) return "";
  Settings settings;
  settings.add(config.root);
  return settings.plain ? settings.digest.text() : "";
}

}  // namespace vramlint::config
