#include "report/step_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/page.h"

namespace vramlint::report {
namespace {

std::string verdict_of(const PagedConfig& config) {
  if (!config.peak) return "no step";
  if (!config.room) return "no device";
  return !config.fits ? "not known" : *config.fits ? "fits" : "does not fit";
}

std::string overview_row(const PagedConfig& config, size_t number, Bytes whole) {
  const std::string name = escaped(config.config), verdict = verdict_of(config);
  const std::string linked = config.phases.empty() ? name : fmt::format("<a href=\"#config-{}\">{}</a>", number, name);
  const std::string peak = config.peak ? to_string(*config.peak) : "";
  const bool is_over = config.fits == false;
  return fmt::format(
      "<tr><td class=\"module\">{}</td><td class=\"bar\">{}</td><td "
      "class=\"number\">{}</td><td>{}</td><td{}>{}</td></tr>\n",
      linked,
      peak_bar({.was = {},
                .is = config.peak,
                .room = config.room,
                .whole = whole,
                .is_over = is_over,
                .told = peak + ", " + verdict}),
      peak, escaped(config.device), is_over ? " class=\"alarm\"" : "", verdict);
}

}  // namespace

std::vector<HeldKind> held_kinds(const StepPicture& picture) {
  std::array<Bytes, kCategoryCount> sums;
  for (const PictureShare& share : picture.shares) sums[static_cast<size_t>(share.category)] += share.bytes;
  std::vector<HeldKind> kinds;
  for (size_t i = 0; i < sums.size(); ++i)
    if (sums[i].count > 0) kinds.push_back({static_cast<Category>(i), sums[i]});
  std::stable_sort(kinds.begin(), kinds.end(), [](const auto& lhs, const auto& rhs) { return lhs.bytes > rhs.bytes; });
  return kinds;
}

std::string settings_table(const PagedConfig& config) {
  if (config.settings.empty()) return {};
  std::string text =
      "<h2>What settings cost</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"What settings "
      "cost\"><table>\n<thead><tr><th scope=\"col\" class=\"number\">Saves</th><th scope=\"col\">Setting</th>"
      "<th scope=\"col\">One step down</th><th scope=\"col\">Source</th></tr></thead>\n<tbody>\n";
  for (const PictureSetting& one : config.settings) {
    const std::string place = escaped(one.place);
    text += fmt::format(
        "<tr><td class=\"number\">{}</td><td class=\"module\"><code>{}</code></td><td><code>{}</code> → "
        "<code>{}</code></td><td class=\"place\">{}</td></tr>\n",
        to_string(one.saved), escaped(one.key), escaped(one.from), escaped(one.to),
        one.link.empty() ? place : fmt::format("<a href=\"{}\">{}</a>", escaped(one.link), place));
  }
  return text + "</tbody></table></div>\n";
}

std::string plans_list(const PagedConfig& config) {
  if (config.plans.empty() && config.headroom.empty()) return {};
  std::string text = "<h2>What makes it fit</h2>\n";
  if (config.plans.empty()) return "<h2>Room</h2>\n<p>" + escaped(config.headroom) + "</p>\n";
  text += "<ol>\n";
  for (const PicturePlan& plan : config.plans) {
    text += fmt::format("<li>peak {}, {}\n<ul class=\"edits\">\n", escaped(plan.peak), escaped(plan.harm));
    for (const std::string& change : plan.changes) text += "<li><code>" + escaped(change) + "</code></li>\n";
    text += "</ul></li>\n";
  }
  return text + "</ol>\n";
}

std::string overview_table(const std::vector<PagedConfig>& configs) {
  Bytes whole;
  for (const PagedConfig& config : configs)
    whole = std::max({whole, config.peak.value_or(Bytes{}), config.room.value_or(Bytes{})});
  std::string text =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All configs\"><table>\n<thead><tr>"
      "<th scope=\"col\">Config</th><th scope=\"col\">Peak beside the device</th><th scope=\"col\" "
      "class=\"number\">Peak</th>"
      "<th scope=\"col\">Device</th><th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n";
  for (size_t i = 0; i < configs.size(); ++i) text += overview_row(configs[i], i, whole);
  return text + "</tbody></table></div>\n";
}

}  // namespace vramlint::report
