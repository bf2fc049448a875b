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

struct Shade {
  std::string_view sign;
  Ink ink;
};

/// The program, or a stage of it, ends with an error, and was followed on.
bool raises(const ConfigOutcome& config) {
  return std::any_of(config.assumptions.begin(), config.assumptions.end(),
                     [](const Assumption& one) { return !one.raised.empty(); });
}

Shade mark_of(const ConfigOutcome& config) {
  if (!config.trains_nothing.empty()) return {"-", Ink::plain};
  if (config.status == Status::not_estimable) return {"?", Ink::yellow};
  if (!config.fits) return {config.device ? "?" : "•", config.device ? Ink::yellow : Ink::plain};
  return *config.fits && !raises(config) ? Shade{"✔", Ink::green} : Shade{"✘", Ink::red};
}

std::string row(const Words& name, const Words& value, const Context& context) {
  return fmt::format("    {} {}\n", padded(context.say(name), 11), context.say(value));
}

Words measured_line(const Measured& record) {
  std::string where = record.device + ", torch " + record.torch;
  if (!record.cuda.empty()) where += ", CUDA " + record.cuda;
  return "{0} allocated, {1} reserved on {2}, {3}"_words(record.peak_allocated, record.peak_reserved, printable(where),
                                                         printable(record.date));
}

std::string parameter_row(const ConfigOutcome& config, const Context& context) {
  Words text = "{0} ({1})"_words(grouped(config.parameters), config.parameter_bytes);
  if (config.trainable_parameters != config.parameters)
    text = "{0}, {1} of them trainable"_words(text, grouped(config.trainable_parameters));
  return row("parameters"_words, text, context);
}

std::string facts(const ConfigOutcome& config, const Context& context) {
  const Peak& peak = config.peak;
  Words process = shown(peak.process, config);
  if (!config.peak_phase.empty()) process = "{0}, in phase {1}"_words(process, printable_name(config.peak_phase));
  std::string text = row("peak"_words, process, context);
  text += row("allocated"_words, "{0}, reserved {1}"_words(shown(peak.allocated, config), shown(peak.reserved, config)),
              context);
  text +=
      row("saved"_words, "{0} kept from forward for backward"_words(shown(config.saved_for_backward, config)), context);
  text += parameter_row(config, context);
  if (config.measured) text += row("measured"_words, measured_line(*config.measured), context);
  return text;
}

/// A list of notes, of which the first hundred are shown.
template <typename Item, typename Line>
std::string lines(const std::vector<Item>& items, const Context& context, Line line) {
  constexpr size_t kMost = 100;
  std::string text;
  for (size_t i = 0; i < std::min(items.size(), kMost); ++i) text += line(items[i]);
  if (items.size() > kMost) text += "      " + context.say("… and {0} more"_words(items.size() - kMost)) + "\n";
  return text;
}

std::string title(const Words& words, const Context& context) { return "    " + context.say(words) + "\n"; }

std::string phase_lines(const ConfigOutcome& config, const Context& context) {
  if (config.phases.size() < 2) return {};
  return title("phases"_words, context) + lines(config.phases, context, [&](const PhasePeak& phase) {
           return fmt::format("      {:<12} {}\n", printable_name(phase.name),
                              context.say(shown(phase.peak.process, config)));
         });
}

/// What belongs to no module.
std::string step_name(const Context& context) { return context.say("(the step)"_words); }

std::string named(const Contributor& item, const Context& context) {
  if (item.module.empty()) return step_name(context);
  return printable_name(item.module) + (item.modules > 1 ? fmt::format(" (×{})", item.modules) : std::string());
}

std::string contributors(const ConfigOutcome& config, const Context& context) {
  constexpr size_t kMost = 10;
  const size_t count = std::min(config.top.size(), kMost);
  if (count == 0) return {};
  size_t module_width = cells(step_name(context)), op_width = 2;
  for (size_t i = 0; i < count; ++i) {
    module_width = std::clamp(cells(named(config.top[i], context)), module_width, size_t{44});
    op_width = std::clamp(cells(config.top[i].op), op_width, size_t{24});
  }
  std::string text = title("largest at the peak"_words, context);
  for (size_t i = 0; i < count; ++i) {
    const Contributor& item = config.top[i];
    text +=
        fmt::format("      {:>9}  {}  {}  {}  {}", to_string(item.bytes), fitted(named(item, context), module_width),
                    fitted(printable_name(item.op), op_width), padded(context.say(category(item.category)), 10),
                    painted(shown_line(item.span, context), Ink::dim, context.colour));
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string keys(const ConfigOutcome& config, const Context& context) {
  if (config.keys.empty()) return {};
  return title("settings that lower it"_words, context) + lines(config.keys, context, [&](const KeyShare& item) {
           const std::string move = setting_before(item.from).in(context.catalogue) + " → " + item.to;
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
Words few_of(const std::vector<std::string>& rules) {
  constexpr size_t kNamed = 3;
  const size_t shown = rules.size() <= kNamed + 1 ? rules.size() : kNamed;
  const Words names = listed({rules.begin(), rules.begin() + static_cast<ptrdiff_t>(shown)});
  return shown < rules.size() ? "{0} and {1} more rules"_words(names, rules.size() - shown) : names;
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
  std::string text = rules_by_reason.empty() ? "" : title("not checked"_words, context);
  for (const auto& [rules, reason] : rules_by_reason)
    text += noted("-", context.say(few_of(rules)) + reason, {}, context);
  return text;
}

std::string notes(const ConfigOutcome& config, const Context& context) {
  std::string text;
  if (!config.unknowns.empty()) {
    const std::string head = painted("    " + context.say("not known"_words), Ink::yellow, context.colour);
    text += config.status != Status::partial ? head
            : are_lower_bounds(config.unknowns)
                ? context.say("{0}, so the figures are lower bounds"_words(head))
                : context.say("{0}, so the figures may be too high or too low"_words(head));
    text += "\n";
  }
  text +=
      lines(config.unknowns, context, [&](const Unknown& item) { return noted("-", item.reason, item.span, context); });
  if (!config.assumptions.empty()) text += title("assumed"_words, context);
  text += lines(config.assumptions, context,
                [&](const Assumption& item) { return noted("-", item.text, item.span, context); });
  const bool is_claimed = !config.dialect.empty();  // else the one reason is told in a sentence, without the rules
  return is_claimed ? text + not_checked(config, context) : text;
}

}  // namespace

std::string headline(const ConfigOutcome& config, const Context& context) {
  const Shade mark = mark_of(config);
  const std::string variant = config.recipe.empty() ? "" : " (" + config.recipe + ")";
  const std::string path = printable_name(shown_path(config.path, context) + variant);
  std::string text = painted(mark.sign, mark.ink, context.colour) + " " + painted(path, Ink::bold, context.colour) +
                     "  " + painted(context.say(verdict(config)), mark.ink, context.colour);
  std::string how = config.dialect;
  if (!config.torch.empty()) how += (how.empty() ? "torch " : ", torch ") + config.torch;
  if (!how.empty()) text += painted("  [" + printable(how) + "]", Ink::dim, context.colour);
  return text + "\n";
}

std::string details(const ConfigOutcome& config, const Context& context) {
  std::string text;
  if (config.status == Status::not_estimable && config.parameters > 0) text += parameter_row(config, context);
  if (config.status != Status::not_estimable) {
    text += facts(config, context);
    const auto width = static_cast<size_t>(std::clamp(context.width - 8, 20, 72));
    text += "\n" + drawn(config, context, width) + "\n" + phase_lines(config, context) + contributors(config, context) +
            keys(config, context);
  }
  return text + notes(config, context);
}

}  // namespace vramlint::report
