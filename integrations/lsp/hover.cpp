// What the editor shows of the key under the pointer.
#include <fmt/format.h>

#include <algorithm>

#include "integrations/lsp/analyst.h"
#include "rules/setting_steps.h"

namespace vramlint::lsp {
namespace {

bool holds(const Span& span, const Source& source, size_t offset) {
  return span.source == &source && span.begin <= offset && offset <= span.end;
}

/// The dotted name of the innermost key that stands there, or whose plain value does; empty: none.
std::string key_at(const config::Node& node, const std::string& name, const Source& source, size_t offset) {
  const std::string before = name.empty() ? "" : name + ".";
  std::string found;
  if (const config::Mapping* mapping = node.mapping()) {
    for (const config::Entry& entry : mapping->entries) {
      const std::string inner = key_at(entry.value, before + entry.key, source, offset);
      if (!inner.empty()) return inner;
      if (holds(entry.key_span, source, offset)) found = before + entry.key;
    }
  } else if (const config::Sequence* sequence = node.sequence()) {
    for (size_t i = 0; i < sequence->items.size(); ++i) {
      const std::string inner = key_at(sequence->items[i], before + std::to_string(i), source, offset);
      if (!inner.empty()) return inner;
    }
  } else if (holds(node.span, source, offset)) {
    found = name;
  }
  return found;
}

}  // namespace

/// A step of the setting, tried: what a half of it would need.
std::string Analyst::cost(Desk& desk, Config& config, const std::string& key) {
  const auto known = config.costs.find(key);
  if (known != config.costs.end()) return known->second;
  const Analysis& analysis = config.analyses.front();
  std::string& text = config.costs[key];
  if (analysis.timelines.empty() || analysis.outcome.status == Status::not_estimable) return text;
  const std::vector<rules::Step> steps = rules::setting_steps(analysis);
  const auto step = std::find_if(steps.begin(), steps.end(), [&](const rules::Step& one) {
    return one.key == key || key.starts_with(one.key + ".");
  });
  if (step == steps.end()) return text;
  Session session = desk.workspace->session();
  session.rules = {};
  const Analysis after = what_if(analysis, step->edits, session);
  if (after.timelines.empty()) return text = fmt::format("`{}`: with {} there is no step that runs.", key, step->to);
  const Bytes now = analysis.outcome.peak.process.point, then = after.outcome.peak.process.point;
  const std::string change = now == then ? "the peak stays as it is"
                             : then < now
                                 ? fmt::format("the peak would be {}, {} less", to_string(then), to_string(now - then))
                                 : fmt::format("the peak would be {}, {} more", to_string(then), to_string(then - now));
  return text = fmt::format("`{}`: with {} instead of {} {}.", step->key, step->to, step->span.text(), change);
}

std::string Analyst::hover(const std::string& path, Place place) {
  Desk& desk = desk_of(path);
  const ReadResult read = desk.files->read(path);
  if (!read) return {};
  const Source& source = *read.source;
  for (auto& [name, config] : desk.configs) {
    if (!config.checked || config.analyses.empty() || !config.files.contains(source.path())) continue;
    const Analysis& analysis = config.analyses.front();
    const size_t offset = Positions(source.text(), settings_.unit, source.had_bom()).offset_of(place);
    const std::string key = analysis.config ? key_at(analysis.config->root, "", source, offset) : "";
    if (key.empty() && place.line > 0) continue;
    const std::string figure = key.empty() ? "" : cost(desk, config, key);
    return (figure.empty() ? "" : figure + "\n\n") + overview_of(analysis.outcome);
  }
  return {};
}

}  // namespace vramlint::lsp
