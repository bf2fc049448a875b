#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace stages_disagree_rule {

constexpr size_t kLeastAlike = 4;  // parameters: fewer are called alike by chance

bool is_trained(const Resident& resident) { return resident.optimized && resident.trainable; }
bool is_fixed(const Resident& resident) { return !is_trained(resident) && !resident.buffer && !resident.made; }

using Shapes = std::map<std::string, graph::Shape>;

/// Of the parameters below a module, without its path.
Shapes shapes_below(const Analysis& analysis, const Residents& stage, const std::string& module) {
  Shapes shapes;
  const std::string prefix = module.empty() ? "" : module + ".";
  const graph::Graph& graph = analysis.built->phases[stage.phases.front()];
  for (const graph::Parameter& parameter : graph.parameters) {
    if (!parameter.buffer && parameter.name.starts_with(prefix))
      shapes.emplace(parameter.name.substr(prefix.size()), graph.tensors[parameter.tensor].type.shape);
  }
  return shapes;
}

bool same_names(const Shapes& left, const Shapes& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first; });
}

/// All that a stage trains below a module of it: what has the same names.
struct Trained {
  std::string module;
  Shapes shapes;
};

bool trains_all(const Residents& stage, const std::string& module) {
  const std::string prefix = module.empty() ? "" : module + ".";
  return std::all_of(stage.all.begin(), stage.all.end(), [&](const Resident& one) {
    return one.buffer || is_trained(one) || !one.path.starts_with(prefix);
  });
}

/// By where the first of the names occurs.
std::vector<Trained> trained_alike(const Analysis& analysis, const Residents& stage, const Shapes& fixed) {
  std::vector<Trained> found;
  const std::string& first = fixed.begin()->first;
  for (const graph::Parameter& parameter : analysis.built->phases[stage.phases.front()].parameters) {
    const bool is_whole = parameter.name == first;
    if (!is_whole && !parameter.name.ends_with("." + first)) continue;
    const std::string module = is_whole ? "" : parameter.name.substr(0, parameter.name.size() - first.size() - 1);
    Shapes shapes = shapes_below(analysis, stage, module);
    if (same_names(shapes, fixed) && trains_all(stage, module)) found.push_back({module, std::move(shapes)});
  }
  return found;
}

std::string name_of(const Analysis& analysis, const Residents& stage) {
  return "`" + config::stage_at(*analysis.experiment, stage.stage).stage + "`";
}

void compare(const Analysis& analysis, const Residents& earlier, const Residents& later, const ResidentGroup& group,
             Report& report) {
  const std::string module = group.name.text().substr(1, group.name.text().size() - 2);
  const Shapes fixed = shapes_below(analysis, later, module);
  if (fixed.size() < kLeastAlike) return;
  const std::vector<Trained> alike = trained_alike(analysis, earlier, fixed);
  if (alike.empty()) return;
  const auto fits = [&](const Trained& one) { return one.shapes == fixed; };
  if (std::any_of(alike.begin(), alike.end(), fits)) return;
  const Shapes& trained = alike.front().shapes;
  size_t different = 0;
  Words first;
  for (const auto& [name, shape] : fixed) {
    if (trained.at(name) == shape || different++ > 0) continue;
    first = "`{0}` is {1} there and {2} here"_words(name, to_string(trained.at(name)), to_string(shape));
  }
  report.add(group.made,
             "Stage {0} keeps {1} as it is, and stage {2} trains the same network in other sizes: {3} of its {4} "
             "parameters differ, {5}. A checkpoint of the one does not load into the other."_words(
                 name_of(analysis, later), group.name, name_of(analysis, earlier), different, fixed.size(), first));
}

// ---------------------------------------------------------------- made anew without a setting

struct Setting {
  std::string path;
  const config::Node* value;
};

/// All of that name.
void find_settings(const config::Node& node, std::string_view name, const std::string& path,
                   std::vector<Setting>& found) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) return;
  for (const config::Entry& entry : mapping->entries) {
    const std::string below = path.empty() ? entry.key : path + "." + entry.key;
    if (entry.key == name) found.push_back({below, &entry.value});
    find_settings(entry.value, name, below, found);
  }
}

/// As Python writes it, without brackets: a list of the config and a tuple of the source may be the same.
std::string bare(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (std::string_view("()[] '\"").find(c) == std::string_view::npos) kept += c;
  if (kept.ends_with(",")) kept.pop_back();
  return kept == "true" ? "True" : kept == "false" ? "False" : kept == "null" ? "None" : kept;
}

const model::ModuleMaking* making_of(const Analysis& analysis, const Residents& stage, const std::string& module) {
  const size_t phase = stage.phases.front();
  const std::vector<std::string>& modules = analysis.built->phases[phase].modules;
  const std::vector<model::ModuleMaking>& makings = analysis.built->facts[phase].makings;
  const auto found = std::find(modules.begin(), modules.end(), module);
  const auto number = static_cast<size_t>(found - modules.begin());
  return number < makings.size() && !makings[number].cls.empty() ? &makings[number] : nullptr;
}

struct Made {
  const model::ModuleMaking* making = nullptr;
  std::string module;
};

/// How a stage makes what it trains of the class.
Made trained_of_class(const Analysis& analysis, const Residents& stage, const std::string& cls) {
  const size_t phase = stage.phases.front();
  const std::vector<model::ModuleMaking>& makings = analysis.built->facts[phase].makings;
  for (size_t module = 0; module < makings.size(); ++module) {
    const std::string& path = analysis.built->phases[phase].modules[module];
    if (makings[module].cls == cls && !shapes_below(analysis, stage, path).empty() && trains_all(stage, path))
      return {&makings[module], path};
  }
  return {};
}

/// Strides, paddings and scales of what runs below a module, by its path there: what no weight shows.
std::map<std::string, std::vector<std::vector<double>>> geometry_below(const graph::Graph& graph,
                                                                       const std::string& module) {
  constexpr std::string_view kBegins[] = {"conv", "_conv", "upsample", "avg_pool", "max_pool"};
  std::map<std::string, std::vector<std::vector<double>>> found;
  const std::string prefix = module.empty() ? "" : module + ".";
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || !graph.modules[node->module].starts_with(prefix)) continue;
    const std::string_view schema = node->call.op->schema;
    const auto begins = [&](std::string_view begin) { return schema.starts_with(begin); };
    if (std::none_of(std::begin(kBegins), std::end(kBegins), begins)) continue;
    const std::string name(schema.substr(0, schema.find('(')));
    std::vector<std::vector<double>>& args = found[graph.modules[node->module].substr(prefix.size()) + " " + name];
    if (!args.empty()) continue;
    for (const graph::Arg& arg : node->call.args) {
      if (const auto* list = std::get_if<std::vector<int64_t>>(&arg)) args.emplace_back(list->begin(), list->end());
      if (const auto* number = std::get_if<double>(&arg)) args.push_back({*number});
    }
  }
  return found;
}

/// Whether all that runs of both computes alike: the default says in other words what the setting says.
bool computes_alike(const graph::Graph& trained, const std::string& one, const graph::Graph& again,
                    const std::string& other) {
  const auto before = geometry_below(trained, one), then = geometry_below(again, other);
  return std::all_of(then.begin(), then.end(), [&](const auto& each) {
    const auto found = before.find(each.first);
    return found == before.end() || found->second == each.second;
  });
}

/// The one setting of that name, where it differs from a default.
std::optional<Setting> set_otherwise(const Analysis& analysis, const std::string& name, const std::string& value) {
  std::vector<Setting> settings;
  find_settings(analysis.config->root, name, "", settings);
  if (settings.empty() || bare(settings.front().value->span.text()) == bare(value)) return std::nullopt;
  return settings.front();
}

struct Forgotten {
  std::string name, value;  ///< of the parameter, and what it is then
  Setting setting;
};

/// What the call leaves out, the earlier one says, and the config sets to something else than the default.
std::vector<Forgotten> forgotten(const Analysis& analysis, const model::ModuleMaking& trained,
                                 const model::ModuleMaking& again, bool is_alike) {
  std::vector<Forgotten> found;
  // None stands for what the class makes of it: another difference may be all that shows.
  for (const bool is_none : {false, true}) {
    if (is_none && (!found.empty() || is_alike)) return found;
    for (const auto& [name, value] : again.left_out) {
      const auto is_it = [&name = name](const auto& other) { return other.first == name; };
      if ((value == "None") != is_none || std::any_of(trained.left_out.begin(), trained.left_out.end(), is_it))
        continue;
      if (std::optional<Setting> setting = set_otherwise(analysis, name, value))
        found.push_back({name, value, std::move(*setting)});
    }
  }
  return found;
}

/// As Python spells a number, a truth or a list of them; empty for another value.
std::string spelt(const config::Node& value) {
  if (const auto* truth = std::get_if<bool>(&value.value)) return *truth ? "True" : "False";
  if (std::holds_alternative<int64_t>(value.value) || std::holds_alternative<double>(value.value))
    return std::string(value.span.text());
  const config::Sequence* list = value.sequence();
  if (!list) return {};
  std::string text;
  for (const config::Node& item : list->items) {
    const std::string one = spelt(item);
    if (one.empty()) return {};
    text += (text.empty() ? "" : ", ") + one;
  }
  return "[" + text + "]";
}

/// The call with all of them in it; none where it is no call or one of them cannot be spelt.
std::optional<Edit> handing_on(const Span& call, const std::vector<Forgotten>& settings) {
  const std::string_view text = call.text();
  if (text.empty() || text.back() != ')' || !call.source->path().ends_with(".py")) return std::nullopt;
  const size_t last = text.find_last_not_of(" \t\r\n", text.size() - 2);
  std::string added;
  for (const Forgotten& one : settings) {
    const std::string value = spelt(*one.setting.value);
    if (value.empty()) return std::nullopt;
    const bool is_first = added.empty() && (text[last] == ',' || text[last] == '(');
    added += (is_first ? "" : ", ") + one.name + "=" + value;
  }
  const auto at = static_cast<uint32_t>(call.begin + last + 1);
  return Edit{{call.source, at, at}, std::move(added)};
}

Bytes peak_of(const Analysis& analysis, size_t stage) {
  Bytes highest;
  for (size_t phase = 0; phase < analysis.outcome.phases.size(); ++phase) {
    if (analysis.built->facts[phase].stage == stage)
      highest = std::max(highest, analysis.outcome.phases[phase].peak.process.point);
  }
  return highest;
}

/// What comes of the stage with the settings: another error, that this one hides, or another peak.
Words handed_on(const Analysis& analysis, const Residents& later, const Span& call,
                const std::vector<Forgotten>& settings, const Session& session) {
  constexpr double kLeast = 0.05;
  const std::optional<Edit> edit = handing_on(call, settings);
  if (!edit) return {};
  const Analysis after = what_if(analysis, {*edit}, session);
  const std::string& stage = config::stage_at(*analysis.experiment, later.stage).stage;
  for (const model::BuildFailure& failure : after.failures) {
    const auto is_it = [&](const model::BuildFailure& known) { return known.message == failure.message; };
    const bool is_new = std::none_of(analysis.failures.begin(), analysis.failures.end(), is_it);
    if (is_new && failure.kind == model::BuildFailure::Kind::raised && failure.phase == stage)
      return "With it the stage raises {0}."_words(
          failure.message.substr(0, failure.message.find_last_not_of('.') + 1));
  }
  if (!after.built || !after.failures.empty() || after.outcome.phases.size() != after.built->facts.size()) return {};
  const Bytes now = peak_of(analysis, later.stage), then = peak_of(after, later.stage);
  const auto apart = static_cast<double>(now > then ? (now - then).count : (then - now).count);
  if (apart < kLeast * static_cast<double>(now.count)) return {};
  return "With it the stage needs {0} at the peak, and not {1}."_words(then, now);
}

void compare_makings(const Analysis& analysis, const Residents& earlier, const Residents& later,
                     const ResidentGroup& group, Report& report) {
  const std::string module = group.name.text().substr(1, group.name.text().size() - 2);
  const model::ModuleMaking* again = making_of(analysis, later, module);
  const Made trained = again ? trained_of_class(analysis, earlier, again->cls) : Made();
  if (!trained.making) return;
  const SharedList<graph::Graph>& phases = analysis.built->phases;
  const bool is_alike =
      computes_alike(phases[earlier.phases.front()], trained.module, phases[later.phases.front()], module);
  const std::vector<Forgotten> settings = forgotten(analysis, *trained.making, *again, is_alike);
  if (settings.empty()) return;
  const Words outcome = handed_on(analysis, later, group.made, settings, report.session());
  for (const Forgotten& one : settings) {
    std::vector<Words> said = {
        "Stage {0} makes `{1}` anew without `{2}`, which is {3} then, and stage {4} trains it with `{5}` as it is here. Weights of the one do not load into the other, or load and compute something else."_words(
            name_of(analysis, later), again->cls.substr(again->cls.rfind('.') + 1), one.name, one.value,
            name_of(analysis, earlier), one.setting.path)};
    if (&one == &settings.front() && !outcome.text().empty()) said.push_back(outcome);
    report.add(one.setting.value->span, sentences(std::move(said)), {{group.made, "made anew here"_words}});
  }
}

void check(const Analysis& analysis, Report& report) {
  const std::vector<Residents> stages = residents(analysis);
  for (size_t later = 1; later < stages.size(); ++later) {
    for (const ResidentGroup& group : outermost(analysis, stages[later], is_fixed)) {
      if (group.name.text().front() != '`') continue;
      for (size_t earlier = 0; earlier < later; ++earlier) {
        compare(analysis, stages[earlier], stages[later], group, report);
        compare_makings(analysis, stages[earlier], stages[later], group, report);
      }
    }
  }
}

}  // namespace stages_disagree_rule
}  // namespace

extern const Rule stages_disagree = {
    .name = "stages-disagree",
    .code = "VL1119",
    .summary = "A stage keeps fixed what an earlier stage trains, and makes it otherwise: the checkpoint does not fit.",
    .severity = Severity::warning,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = stages_disagree_rule::check,
};

}  // namespace vramlint::rules
