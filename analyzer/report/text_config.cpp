#include "report/text_config.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/breakdown.h"
#include "report/place.h"
#include "report/style.h"
#include "report/unicode.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

/// What belongs to no module.
constexpr std::string_view kStep = "(the step)";

struct Shade {
  std::string_view sign;
  Ink ink;
};

Shade mark_of(const ConfigOutcome& config) {
  if (!config.trains_nothing.empty()) return {"-", Ink::plain};
  if (config.status == Status::not_estimable) return {"?", Ink::yellow};
  if (!config.fits) return {config.device ? "?" : "•", config.device ? Ink::yellow : Ink::plain};
  return *config.fits ? Shade{"✔", Ink::green} : Shade{"✘", Ink::red};
}

std::string row(std::string_view name, const std::string& value) { return fmt::format("    {:<11} {}\n", name, value); }

std::string measured_line(const Measured& record) {
  std::string where = record.device + ", torch " + record.torch;
  if (!record.cuda.empty()) where += ", CUDA " + record.cuda;
  return fmt::format("{} allocated, {} reserved on {}, {}", to_string(record.peak_allocated),
                     to_string(record.peak_reserved), printable(where), printable(record.date));
}

std::string parameter_row(const ConfigOutcome& config) {
  std::string text = fmt::format("{} ({})", grouped(config.parameters), to_string(config.parameter_bytes));
  if (config.trainable_parameters != config.parameters)
    text += fmt::format(", {} of them trainable", grouped(config.trainable_parameters));
  return row("parameters", text);
}

std::string facts(const ConfigOutcome& config) {
  const Peak& peak = config.peak;
  std::string text =
      row("peak", shown(peak.process, config) +
                      (config.peak_phase.empty() ? "" : ", in phase " + printable_name(config.peak_phase)));
  text += row("allocated", fmt::format("{}, reserved {}", shown(peak.allocated, config), shown(peak.reserved, config)));
  text += row("saved", shown(config.saved_for_backward, config) + " kept from forward for backward");
  text += parameter_row(config);
  if (config.measured) text += row("measured", measured_line(*config.measured));
  return text;
}

/// A list of notes, of which the first hundred are shown.
template <typename Item, typename Line>
std::string listed(const std::vector<Item>& items, Line line) {
  constexpr size_t kMost = 100;
  std::string text;
  for (size_t i = 0; i < std::min(items.size(), kMost); ++i) text += line(items[i]);
  if (items.size() > kMost) text += fmt::format("      … and {} more\n", items.size() - kMost);
  return text;
}

std::string phase_lines(const ConfigOutcome& config) {
  if (config.phases.size() < 2) return {};
  return "    phases\n" + listed(config.phases, [&](const PhasePeak& phase) {
           return fmt::format("      {:<12} {}\n", printable_name(phase.name), shown(phase.peak.process, config));
         });
}

std::string named(const Contributor& item) {
  if (item.module.empty()) return std::string(kStep);
  return printable_name(item.module) + (item.modules > 1 ? fmt::format(" (×{})", item.modules) : std::string());
}

std::string contributors(const ConfigOutcome& config, const Context& context) {
  constexpr size_t kMost = 10;
  const size_t count = std::min(config.top.size(), kMost);
  if (count == 0) return {};
  size_t module_width = kStep.size(), op_width = 2;
  for (size_t i = 0; i < count; ++i) {
    module_width = std::clamp(cells(named(config.top[i])), module_width, size_t{44});
    op_width = std::clamp(cells(config.top[i].op), op_width, size_t{24});
  }
  std::string text = "    largest at the peak\n";
  for (size_t i = 0; i < count; ++i) {
    const Contributor& item = config.top[i];
    text += fmt::format("      {:>9}  {}  {}  {:<10}  {}", to_string(item.bytes), fitted(named(item), module_width),
                        fitted(printable_name(item.op), op_width), to_string(item.category),
                        painted(shown_line(item.span, context), Ink::dim, context.colour));
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string keys(const ConfigOutcome& config, const Context& context) {
  if (config.keys.empty()) return {};
  return "    settings that lower it\n" + listed(config.keys, [&](const KeyShare& item) {
           const std::string move = item.from + " → " + item.to;
           return fmt::format("      {:>9}  {}: {}{}\n", to_string(item.saved), printable_name(item.key),
                              printable(move),
                              painted("  " + shown_line(item.span, context), Ink::dim, context.colour));
         });
}

std::string noted(std::string_view title, std::string_view sentence, const Span& span, const Context& context) {
  const std::string place = shown_line(span, context);
  return fmt::format("      {} {}{}\n", title, printable(sentence),
                     place.empty() ? "" : painted(" (" + place + ")", Ink::dim, context.colour));
}

/// "a, b, c and 11 more rules"
std::string few_of(const std::vector<std::string>& rules) {
  constexpr size_t kNamed = 3;
  const size_t shown = rules.size() <= kNamed + 1 ? rules.size() : kNamed;
  std::string text = fmt::format("{}", fmt::join(rules.begin(), rules.begin() + static_cast<ptrdiff_t>(shown), ", "));
  if (shown < rules.size()) text += fmt::format(" and {} more rules", rules.size() - shown);
  return text;
}

/// Rules with the same reason stand on one line: "a, b: because".
std::string not_checked(const ConfigOutcome& config, const Context& context) {
  std::vector<std::pair<std::vector<std::string>, std::string>> rules_by_reason;
  for (const std::string& item : config.not_checked) {
    const size_t colon = std::min(item.find(": "), item.size());
    const std::string rule = item.substr(0, colon), reason = item.substr(colon);
    const auto same = [&](const auto& entry) { return entry.second == reason; };
    const auto at = std::find_if(rules_by_reason.begin(), rules_by_reason.end(), same);
    if (at == rules_by_reason.end()) {
      rules_by_reason.push_back({{rule}, reason});
    } else {
      at->first.push_back(rule);
    }
  }
  std::string text = rules_by_reason.empty() ? "" : "    not checked\n";
  for (const auto& [rules, reason] : rules_by_reason) text += noted("-", few_of(rules) + reason, {}, context);
  return text;
}

std::string notes(const ConfigOutcome& config, const Context& context) {
  std::string text;
  if (!config.unknowns.empty()) {
    text += painted("    not known", Ink::yellow, context.colour);
    text += config.status != Status::partial    ? "\n"
            : are_lower_bounds(config.unknowns) ? ", so the figures are lower bounds\n"
                                                : ", so the figures may be too high or too low\n";
  }
  text += listed(config.unknowns, [&](const Unknown& item) { return noted("-", item.reason, item.span, context); });
  if (!config.assumptions.empty()) text += "    assumed\n";
  text += listed(config.assumptions, [&](const Assumption& item) { return noted("-", item.text, item.span, context); });
  return text + not_checked(config, context);
}

}  // namespace

std::string headline(const ConfigOutcome& config, const Context& context) {
  const Shade mark = mark_of(config);
  const std::string variant = config.recipe.empty() ? "" : " (" + config.recipe + ")";
  const std::string path = printable_name(shown_path(config.path, context) + variant);
  std::string text = painted(mark.sign, mark.ink, context.colour) + " " + painted(path, Ink::bold, context.colour) +
                     "  " + painted(verdict(config), mark.ink, context.colour);
  std::string how = config.dialect;
  if (!config.torch.empty()) how += (how.empty() ? "torch " : ", torch ") + config.torch;
  if (!how.empty()) text += painted("  [" + printable(how) + "]", Ink::dim, context.colour);
  return text + "\n";
}

std::string details(const ConfigOutcome& config, const Context& context) {
  std::string text;
  if (config.status == Status::not_estimable && config.parameters > 0) text += parameter_row(config);
  if (config.status != Status::not_estimable) {
    text += facts(config);
    const auto width = static_cast<size_t>(std::clamp(context.width - 8, 20, 72));
    text += "\n" + drawn(config, context, width) + "\n" + phase_lines(config) + contributors(config, context) +
            keys(config, context);
  }
  return text + notes(config, context);
}

}  // namespace vramlint::report
