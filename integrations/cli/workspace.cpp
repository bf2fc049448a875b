#include "integrations/cli/workspace.h"

#include <fmt/format.h>

#include "config/set_own.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/environment.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProjectFile = "vramlint.yaml";

fs::path root_of(const ProjectOptions& options, const std::vector<std::string>& paths) {
  std::error_code error;
  if (!options.root.empty()) {
    const fs::path root = absolute_path(options.root);
    if (!fs::is_directory(root, error)) throw UsageError("--root: no such folder: " + options.root);
    return root;
  }
  return project_of(paths.empty() ? "." : paths.front());
}

std::vector<fs::path> folders(const std::string& option, const std::vector<std::string>& texts) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const std::string& text : texts) {
    paths.push_back(absolute_path(text));
    if (!fs::is_directory(paths.back(), error)) throw UsageError(option + ": no such folder: " + text);
  }
  return paths;
}

bool lies_within(const fs::path& path, const fs::path& root) {
  std::error_code error;
  const fs::path relative = fs::weakly_canonical(path, error).lexically_relative(fs::weakly_canonical(root, error));
  return !relative.empty() && relative.begin()->string() != "..";
}

/// Programs with what --set puts into their own settings: as a revision, it never changes.
class SetFiles : public OverlayFiles {
 public:
  using OverlayFiles::OverlayFiles;
  bool is_under_trial() const override { return false; }
};

}  // namespace

fs::path absolute_path(const std::string& path) {
  if (path.empty()) throw UsageError("an empty text is no path");
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  if (error) throw UsageError(path + ": " + error.message());
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

fs::path nearest_with(fs::path start, const std::vector<std::string>& names) {
  std::error_code error;
  for (;; start = start.parent_path()) {
    for (const std::string& name : names) {
      if (fs::exists(start / name, error)) return start;
    }
    if (start == start.root_path() || start.empty()) return {};
  }
}

fs::path project_folder(const fs::path& start) {
  std::error_code error;
  const fs::path described = nearest_with(start, {kProjectFile, ".git"});
  if (!described.empty() && fs::exists(described / kProjectFile, error)) return described;
  const fs::path found = nearest_with(start, {".git", "pyproject.toml", "setup.py"});
  return found.empty() ? start : found;
}

fs::path project_of(const std::string& path) {
  std::error_code error;
  const fs::path start = absolute_path(path);
  return project_folder(fs::is_directory(start, error) ? start : start.parent_path());
}

std::string prefix_from(const fs::path& folder, const fs::path& root) {
  const fs::path relative = root.lexically_relative(folder);
  if (relative == ".") return {};
  const bool around = !relative.empty() && relative.begin()->string() == "..";
  const bool above =
      !folder.lexically_relative(root).empty() && folder.lexically_relative(root).begin()->string() != "..";
  if (relative.empty() || (around && !above)) return root.generic_string() + "/";
  return relative.generic_string() + "/";
}

Files& Workspace::laid(std::unique_ptr<DiskFiles> disk, const Overlay& overlay) {
  owned_.push_back(std::move(disk));
  if (overlay) owned_.push_back(overlay(*owned_.back()));
  return *owned_.back();
}

Files& Workspace::with_settings(Files& files) {
  if (set_texts_.empty()) return files;
  auto over = std::make_unique<SetFiles>(files);
  for (const auto& [path, text] : set_texts_) over->put(files.root() / path, text);
  owned_.push_back(std::move(over));
  return *owned_.back();
}

void Workspace::set_own_settings(Files& files) {
  set_texts_ = config::with_own_settings(*project_, files, *parsed_, options_.overrides);
  if (!set_texts_.contains(project_->source->path())) return;
  Findings told_already;
  const ReadResult read = with_settings(files).read(files.root() / project_->source->path());
  project_ = config::load_project(*read.source, files, told_already);
}

Workspace::Workspace(const ProjectOptions& options, const std::vector<std::string>& paths, const Overlay& overlay)
    : options_(analysis_options(options)) {
  forget_programs();
  if (const fs::path folder = cache_folder(); !folder.empty()) trees_.emplace(folder);
  parsed_ = std::make_unique<interp::ParsedModules>(trees_ ? &*trees_ : nullptr);
  const fs::path root = root_of(options, paths);
  const bool given = !options.recipe.empty();
  const fs::path file = given ? absolute_path(options.recipe) : root / kProjectFile;
  // Steps may lie beside a recipe that is named on the command line.
  const std::vector<fs::path> beside = given ? std::vector<fs::path>{file.parent_path()} : std::vector<fs::path>{};
  std::vector<fs::path> search_paths = folders("--python-path", options.python_path);
  const std::vector<fs::path> site_packages = folders("--site-packages", options.site_packages);
  std::vector<fs::path> first = search_paths;
  first.insert(first.end(), beside.begin(), beside.end());
  // The project file is read before it is known what else may be.
  Files& project_files = laid(std::make_unique<DiskFiles>(root, first), overlay);
  const ReadResult read = project_files.read(file);
  if (read) {
    project_ = config::load_project(*read.source, project_files, project_findings_);
    set_own_settings(project_files);
  } else if (given || read.error != ReadError::not_found) {
    throw UsageError(fmt::format("{}: {}", given ? options.recipe : file.string(), to_string(read.error)));
  }
  widen_budget();
  choose_rules(options);
  for (size_t i = 0; i < search_paths.size(); ++i)
    given_.emplace_back("--python-path " + options.python_path[i], search_paths[i]);
  for (size_t i = 0; i < site_packages.size(); ++i)
    given_.emplace_back("--site-packages " + options.site_packages[i], site_packages[i]);
  add_project_paths(search_paths, root, given);
  search_paths.insert(search_paths.end(), beside.begin(), beside.end());
  auto files = std::make_unique<DiskFiles>(root, search_paths, site_packages);
  disk_ = files.get();
  files_ = &with_settings(laid(std::move(files), overlay));
}

void Workspace::forget_programs() {
  workshop_.emplace();
  programs_.emplace();
}

void Workspace::choose_rules(const ProjectOptions& options) {
  choice_.emplace(rules::all(), project_.get(), asked_rules(options), project_findings_);
  for (const Rule* rule : rules::all())
    if (choice_->has(*rule)) checked_.push_back(rule);
  exclude_ = options.exclude;
  if (project_) exclude_.insert(exclude_.end(), project_->policy.exclude.begin(), project_->policy.exclude.end());
}

bool Workspace::is_excluded(const fs::path& path) const {
  return !exclude_.empty() && config::covers(exclude_, files_->display(path));
}

std::vector<const Source*> Workspace::sources() const {
  std::vector<const Source*> all = disk_->sources();
  if (project_) all.push_back(project_->source);
  return all;
}

std::vector<std::string> Workspace::idle_paths() const {
  std::vector<std::string> idle;
  for (const auto& [text, path] : given_)
    if (!disk_->has_read_below(path)) idle.push_back(text);
  return idle;
}

// A project file that came with the files to check may be anybody's: it opens no folder outside of the root.
void Workspace::add_project_paths(std::vector<fs::path>& paths, const fs::path& root, bool trusted) {
  if (!project_) return;
  for (const std::string& text : project_->python_path) {
    const fs::path path = (root / text).lexically_normal();
    if (trusted || lies_within(path, root)) {
      paths.push_back(path);
    } else {
      project_findings_.error("invalid-recipe", {project_->source, 0, 0},
                              fmt::format("`python_path`: {} lies outside the root; --python-path opens it", text));
    }
  }
}

void Workspace::widen_budget() {
  const int64_t times = project_ ? project_->evaluation_budget : 1;
  options_.limits.steps = std::max(options_.limits.steps, times * interp::Limits{}.steps);
  options_.limits.bytes = std::max(options_.limits.bytes, times * interp::Limits{}.bytes);
}

Session Workspace::session() {
  return {*files_,  project_.get(), *parsed_,    base_cache_, options_,
          checked_, &*workshop_,    &*programs_, nullptr,     &runs_};
}

Session Workspace::session(const Source& source, const std::string& recipe) {
  Session chosen = session();
  if (recipe.empty()) return chosen;
  std::string names;
  if (project_) {
    for (const config::Recipe* one : config::find_recipes(*project_, source.path())) {
      if (one->name == recipe) chosen.recipe = one;
      names += (names.empty() ? "" : ", ") + one->name;
    }
  }
  if (!chosen.recipe)
    throw UsageError(fmt::format("--recipe-name: no recipe '{}' claims {}{}", recipe, source.path(),
                                 names.empty() ? std::string() : "; there are: " + names));
  return chosen;
}

bool Workspace::claims(const Source& source) {
  if (project_ && config::find_recipe(*project_, source.path())) return true;
  Findings findings;
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  config::LoadContext context{.files = *files_,
                              .parsed = *parsed_,
                              .prelude = &model::prelude(),
                              .project = project_.get(),
                              .overrides = {},
                              .findings = findings,
                              .unknowns = unknowns,
                              .assumptions = assumptions,
                              .base_cache = &base_cache_};
  return config::recognise(source, context) != nullptr;
}

}  // namespace vramlint::cli
