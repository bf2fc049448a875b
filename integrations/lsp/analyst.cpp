#include "integrations/lsp/analyst.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/plain_yaml.h"
#include "integrations/cli/fit.h"
#include "rules/list.h"
#include "settle.h"

namespace vramlint::lsp {
namespace {

namespace fs = std::filesystem;

/// Texts, and trees that were made of them, are let go of together.
constexpr size_t kMostLaid = size_t{4} << 20;

constexpr std::string_view kProjectFile = "vramlint.yaml";
/// Where OpenMMLab projects keep what configs inherit: parts, no configs.
constexpr std::string_view kParts = "_base_";

std::string root_of(const std::string& path) {
  return cli::project_folder(fs::path(path).parent_path()).generic_string();
}

std::string resolved(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  return error ? path : found.generic_string();
}

bool is_part(const fs::path& path) { return std::find(path.begin(), path.end(), kParts) != path.end(); }

/// Thrown on the way.
struct Obsolete {};

bool is_project_file(const fs::path& path) { return path.filename() == kProjectFile; }

/// As `Source` has it.
std::string_view without_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

}  // namespace

Analyst::Desk* Analyst::find_desk(const std::string& path) {
  const auto found = desks_.find(root_of(path));
  return found == desks_.end() ? nullptr : &found->second;
}

void Analyst::open(Desk& desk, const std::string& path) {
  for (auto& [_, config] : desk.configs) config = {};
  desk.workspace.reset();
  desk.laid = 0;
  const auto overlay = [&](Files& disk) {
    auto live = std::make_unique<LiveFiles>(disk);
    for (const auto& [name, text] : desk.texts) live->put(name, text);
    desk.files = live.get();  // the last is the one that configs are read from
    return live;
  };
  desk.workspace = std::make_unique<cli::Workspace>(settings_.project, std::vector<std::string>{path}, overlay);
}

Analyst::Desk& Analyst::desk_of(const std::string& path) {
  Desk& desk = desks_[root_of(path)];
  if (!desk.workspace) open(desk, path);
  return desk;
}

void Analyst::lay(const std::string& path, const std::string& text) {
  names_[resolved(path)] = path;
  put(path, text, true);
}

void Analyst::put(const std::string& path, const std::string& text, bool is_open) {
  Desk& desk = desk_of(path);
  if (is_open && !is_part(path)) desk.configs.try_emplace(path);
  desk.texts[path] = text;
  const ReadResult before = desk.files->read(path);
  if (before && before.source->text() == without_mark(text)) return;
  desk.laid += text.size();
  if (is_project_file(path) || desk.laid > kMostLaid) return open(desk, path);
  desk.files->put(path, text);
  // A link is read by its own name, and by that of what it leads to.
  for (const std::string& name : std::set<std::string>{desk.files->display(path), desk.files->display(resolved(path))})
    take_change(desk, name, static_cast<bool>(before));
}

/// Whether it is a part of configs and no program's text or data, so that what was made of programs remains right.
bool Analyst::is_config_text(const Desk& desk, const std::string& displayed) {
  if (desk.files->was_opened(displayed)) return false;
  bool found = false;
  for (const auto& [_, config] : desk.configs) {
    if (!config.files.contains(displayed)) continue;
    if (!config.is_plain) return false;
    found = true;
  }
  return found;
}

void Analyst::take_change(Desk& desk, const std::string& displayed, bool was_there) {
  const bool is_program = !is_config_text(desk, displayed) && desk.files->has_read(displayed);
  if (is_program || !was_there) {
    for (auto& [_, config] : desk.configs) {
      config.checked = false;
      config.analyses.clear();
    }
    return desk.workspace->forget_programs();
  }
  for (auto& [_, config] : desk.configs)
    if (config.reads.contains(displayed)) config.checked = false;
}

void Analyst::close(const std::string& path) {
  Desk* desk = find_desk(path);
  names_.erase(resolved(path));
  if (!desk) return;
  desk->configs.erase(path);
  reread(path);
}

void Analyst::reread(const std::string& path) {
  Desk* desk = find_desk(path);
  if (!desk || !desk->workspace) return;
  DiskFiles disk(desk->workspace->files().root());
  const ReadResult read = disk.read(path);
  if (read) {
    put(path, read.source->raw(), false);
  } else {
    desk->texts.erase(path);
    open(*desk, path);
  }
}

void Analyst::forget_all() {
  for (auto& [root, desk] : desks_) {
    std::erase_if(desk.texts, [&](const auto& text) { return !names_.contains(resolved(text.first)); });
    open(desk, root + "/" + std::string(kProjectFile));
  }
}

void Analyst::recheck(const std::string& path) {
  Desk* desk = find_desk(path);
  const auto config = desk ? desk->configs.find(path) : std::map<std::string, Config>::iterator();
  if (desk && config != desk->configs.end()) config->second.checked = false;
}

std::vector<std::string> Analyst::unchecked(const std::string& first) const {
  std::vector<std::string> paths;
  for (const auto& [_, desk] : desks_)
    for (const auto& [path, config] : desk.configs)
      if (!config.checked) paths.push_back(path);
  std::stable_partition(paths.begin(), paths.end(), [&](const std::string& path) { return path == first; });
  return paths;
}

std::vector<std::string> Analyst::unfinished() const {
  std::vector<std::string> paths;
  for (const auto& [_, desk] : desks_)
    for (const auto& [path, config] : desk.configs)
      if (config.checked && !is_whole(config)) paths.push_back(path);
  return paths;
}

bool Analyst::is_whole(const Config& config) {
  return std::all_of(config.analyses.begin(), config.analyses.end(),
                     [](const Analysis& analysis) { return analysis.put_off.empty(); });
}

Report Analyst::check(const std::string& path) {
  Report report;
  report.path = path;
  try {
    Desk& desk = desk_of(path);
    Config& config = desk.configs[path];
    config.checked = true;
    const ReadResult read = desk.files->read(path);
    desk.files->take_fresh();
    if (!read) return report;
    if (is_project_file(path)) {
      report_findings(desk, config, report);
    } else if (!desk.workspace->is_excluded(path) && desk.workspace->claims(*read.source)) {
      analyze_config(desk, config, *read.source, report);
    }
    config.reads.merge(desk.files->take_fresh());
    config.reads.insert(read.source->path());
  } catch (const std::exception& error) {
    report.bug = path + ": " + error.what();
  }
  return report;
}

void Analyst::analyze_config(Desk& desk, Config& config, const Source& source, Report& report) {
  report.is_config = true;
  // What trials import is theirs as long as no program changes; then the analyses are gone.
  std::vector<std::shared_ptr<Trial>> trials;
  for (const Analysis& analysis : config.analyses) trials.push_back(analysis.trial);
  config.analyses.clear();
  config.costs.clear();
  std::vector<const config::Recipe*> recipes;
  if (const config::Project* project = desk.workspace->project())
    recipes = config::find_recipes(*project, source.path());
  if (recipes.size() < 2) recipes = {nullptr};
  for (const config::Recipe* recipe : recipes) {
    Session session = desk.workspace->session();
    session.recipe = recipe;
    config.analyses.push_back(estimated(source, session));
    if (config.analyses.size() <= trials.size()) config.analyses.back().trial = trials[config.analyses.size() - 1];
    session.before_trial = [] { throw PutOff(); };
    desk.files->without_keeping([&] { check_rules(config.analyses.back(), session); });
  }
  config.recipes = std::move(recipes);
  const Analysis& first = config.analyses.front();
  report.headline = headline_of(first.outcome);
  for (const Analysis& analysis : config.analyses) report.overview += overview_of(analysis.outcome) + "\n";
  config.files.clear();
  config.is_plain = first.config && (config::is_data(source) || first.dialect->name == "mmengine");
  for (const Analysis& analysis : config.analyses) {
    if (!analysis.config) continue;
    for (const Source* part : analysis.config->files) config.files.insert(part->path());
  }
  config.files.insert(source.path());
  report.is_whole = is_whole(config);
  config.brief = report;
  report_findings(desk, config, report);
}

std::optional<Report> Analyst::finish(const std::string& path, const std::function<bool()>& is_obsolete) {
  Desk& desk = desk_of(path);
  Config& config = desk.configs[path];
  Report report = config.brief;
  try {
    check_put_off(desk, config, is_obsolete);
    report_findings(desk, config, report);
  } catch (const Obsolete&) {
    config.checked = false;
    return std::nullopt;
  } catch (const std::exception& error) {
    report.bug = path + ": " + error.what();
  }
  report.is_whole = true;
  return report;
}

void Analyst::check_put_off(Desk& desk, Config& config, const std::function<bool()>& is_obsolete) {
  desk.files->take_fresh();
  for (size_t i = 0; i < config.analyses.size(); ++i) {
    Session session = desk.workspace->session();
    session.recipe = config.recipes[i];
    session.before_trial = [&] {
      if (is_obsolete()) throw Obsolete();
    };
    desk.files->without_keeping([&] { vramlint::check_put_off(config.analyses[i], session); });
  }
  config.reads.merge(desk.files->take_fresh());
}

void Analyst::report_findings(Desk& desk, Config& config, Report& report) {
  Findings all;
  const bool is_project = config.analyses.empty();
  if (is_project)
    for (const Finding& finding : desk.workspace->project_findings().items()) all.add(finding);
  Terms terms{.rules = rules::all(), .choice = &desk.workspace->choice()};
  std::set<const Source*> sources;
  Outcome outcome;
  for (const Analysis& analysis : config.analyses) {
    outcome.configs.push_back(analysis.outcome);
    Checked checked{.followed = analysis.usage.has_value(), .files = {}};
    if (analysis.config) checked.files = analysis.config->files;
    sources.insert(checked.files.begin(), checked.files.end());
    terms.checked.push_back(std::move(checked));
    for (Finding finding : analysis.findings.items()) {
      if (!finding.span) finding.span = {analysis.source, 0, 0};
      sources.insert(finding.span.source);
      all.add(std::move(finding));
    }
  }
  terms.sources.assign(sources.begin(), sources.end());
  std::sort(terms.sources.begin(), terms.sources.end(),
            [](const Source* lhs, const Source* rhs) { return lhs->path() < rhs->path(); });
  settle(all, terms, outcome);
  Marker marker(*desk.files, settings_.unit, names_);
  for (Finding& finding : outcome.findings) {
    if (!finding.span) continue;
    if (finding.span.source->path().starts_with('<') && !config.analyses.empty())
      finding.span = {config.analyses.front().source, 0, 0};
    report.findings.push_back(marker.mark(finding));
  }
}

std::string Analyst::fit(const std::string& path) {
  Desk& desk = desk_of(path);
  const ReadResult read = desk.files->read(path);
  if (!read || !desk.workspace->claims(*read.source)) return path + " is no config";
  std::vector<cli::Fitting> fittings;
  fittings.push_back(cli::fitting_of(*read.source, *desk.workspace, {}));
  const Analysis& analysis = fittings.front().analysis;
  if (analysis.timelines.empty()) return analysis.outcome.path + ": there is no step to fit";
  if (!analysis.outcome.device) return "For which GPU? `device` of the settings, or of vramlint.yaml, says it.";
  return cli::fit_text(fittings, nullptr);
}

}  // namespace vramlint::lsp
