// What depends on a change is found in two steps. The files that make up a config are known once it is loaded, which
// is cheap: configs with one that differs, and those that one side lacks, are analysed on both sides. Whether the
// others' programs read what differs shows only where they run: those are analysed on the new side, and on the old one
// only if anything that differs was asked for.
#include "integrations/cli/compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "integrations/cli/causes.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/finding_pairs.h"
#include "integrations/cli/renames.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

using report::ConfigChange;

/// Of documents and pictures, which no program of ours reads.
bool is_inert(const fs::path& path) {
  static const std::set<std::string> endings = {".md",   ".rst", ".ipynb", ".png", ".jpg",
                                                ".jpeg", ".gif", ".svg",   ".pdf"};
  return endings.contains(path.extension().string());
}

fs::path folder_of(const CompareOptions& options) {
  fs::path folder = absolute_path(!options.project.root.empty() ? options.project.root
                                  : options.paths.empty()       ? "."
                                                                : options.paths.front());
  std::error_code error;
  while (!fs::is_directory(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

using Texts = std::map<fs::path, std::optional<std::string>>;

Texts texts_of(const std::vector<FileAtRevision>& differing) {
  Texts texts;
  for (const FileAtRevision& file : differing) texts[file.path] = file.text;
  return texts;
}

class Comparer {
 public:
  explicit Comparer(const CompareOptions& options) : options_(options) {
    if (options_.paths.empty()) options_.paths = default_paths(options_.project.root);
  }

  Compared run() {
    open();
    find_changed();
    renamed_ = renames(changed_);
    find_configs();
    if (!changed_.empty()) analyze();
    told_.comparison.untouched = all_paths().size() - touched_.size();
    pair();
    if (!changed_.empty()) find_causes({options_, changed_, head_differing_, parts_, programs_}, head(), changes());
    limit();
    return std::move(told_);
  }

 private:
  Side& base() { return *told_.base; }
  Side& head() { return *told_.head; }
  std::vector<ConfigChange>& changes() { return told_.comparison.configs; }

  void open() {
    const Git git(folder_of(options_));
    report::Comparison& told = told_.comparison;
    told.head = {options_.head.empty() ? "the working tree"_words : Words(options_.head),
                 options_.head.empty() ? "" : git.commit(options_.head)};
    told.base = {options_.base, git.commit(options_.base)};
    if (options_.merge_base) {
      told.base.commit = git.merge_base(told.base.commit, git.commit(options_.head.empty() ? "HEAD" : options_.head));
      told.base.name = "the merge base with {0}"_words(told.base.name);
    }
    base_differing_ = git.differing(told.base.commit);
    if (!told.head.commit.empty()) head_differing_ = git.differing(told.head.commit);
    told_.head = std::make_unique<Side>(options_.project, options_.paths, head_differing_);
    options_.project.root = head().files().root().string();
    told_.base = std::make_unique<Side>(options_.project, options_.paths, base_differing_);
  }

  void find_changed() {
    const Texts before = texts_of(base_differing_), after = texts_of(head_differing_);
    DiskFiles disk(head().files().root(), head().files().search_paths());
    std::set<fs::path> paths;
    for (const Texts* side : {&before, &after})
      for (const auto& [path, _] : *side) paths.insert(path);
    const auto text_of = [&](const Texts& side, const fs::path& path) -> std::optional<std::string> {
      if (const auto found = side.find(path); found != side.end()) return found->second;
      const ReadResult read = disk.read(path);
      return read ? std::optional(read.source->raw()) : std::nullopt;
    };
    for (const fs::path& path : paths) {
      if (!head().files().opens(path)) continue;
      ChangedFile file{path, head().files().display(path), text_of(before, path), text_of(after, path)};
      if (file.before != file.after) changed_.push_back(std::move(file));
    }
    for (const ChangedFile& file : changed_) {
      using enum report::FileChange::Kind;
      told_.comparison.files.push_back({!file.before ? added : !file.after ? deleted : modified, file.shown});
    }
  }

  /// A PATH means a renamed config whether it is its old or its new name.
  void find_configs() {
    base().find(options_.paths);
    head().find(options_.paths);
    told_.unreadable = unreadable_on_both();
    for (const auto& [path, old_path] : renamed_) {
      if (head().config(path) && !base().config(old_path)) base().find_also(old_path);
      if (base().config(old_path) && !head().config(path)) head().find_also(path);
    }
  }

  std::vector<std::string> unreadable_on_both() {
    std::vector<std::string> both;
    const std::vector<std::string>& others = base().configs().unreadable;
    for (const std::string& trouble : head().configs().unreadable)
      if (std::find(others.begin(), others.end(), trouble) != others.end()) both.push_back(trouble);
    return both;
  }

  std::set<std::string> all_paths() {
    std::set<std::string> paths;
    for (Side* side : {&base(), &head()})
      for (const Source* source : side->configs().sources) paths.insert(source->path());
    return paths;
  }

  bool is_project_file(const ChangedFile& file) const {
    if (options_.project.recipe.empty()) return file.shown == "vramlint.yaml";
    return file.path == absolute_path(options_.project.recipe);
  }

  /// The configs that a changed file is a part of, or that one side lacks.
  std::set<std::string> direct() {
    std::set<std::string> shown, found;
    std::string project_file;
    for (const ChangedFile& file : changed_) {
      shown.insert(file.shown);
      if (is_project_file(file)) project_file = file.shown;
    }
    for (Side* side : {&base(), &head()}) {
      for (const Source* source : side->configs().sources) {
        std::set<std::string>& parts = parts_[source->path()];
        parts.merge(side->parts_of(*source));
        if (!project_file.empty()) parts.insert(project_file);
      }
    }
    for (const auto& [path, parts] : parts_) {
      const bool differs =
          std::any_of(parts.begin(), parts.end(), [&](const std::string& part) { return shown.contains(part); });
      if (differs || !base().config(path) || !head().config(path)) found.insert(path);
    }
    return found;
  }

  /// Changed files that may be programs' or their data.
  bool may_be_programs() {
    std::set<std::string> all;
    for (const auto& [_, parts] : parts_) all.insert(parts.begin(), parts.end());
    return std::any_of(changed_.begin(), changed_.end(),
                       [&](const ChangedFile& file) { return !is_inert(file.path) && !all.contains(file.shown); });
  }

  /// One config of each recipe.
  std::set<std::string> examples(const std::set<std::string>& paths) {
    std::set<std::string> seen, found;
    const config::Project* project = head().workspace().project();
    for (const std::string& path : paths) {
      const config::Recipe* recipe = project ? config::find_recipe(*project, path) : nullptr;
      if (seen.insert(recipe ? recipe->name : "").second) found.insert(path);
    }
    return found;
  }

  void analyze_side(Side& side, const std::set<std::string>& paths, std::vector<ConfigOutcome>& configs,
                    std::vector<Finding>& findings) {
    std::vector<const Source*> sources;
    for (const std::string& path : paths)
      if (const Source* source = side.config(path)) sources.push_back(source);
    if (sources.empty()) return;
    RunResult run = side.analyzed(sources, options_.jobs);
    configs.insert(configs.end(), run.outcome.configs.begin(), run.outcome.configs.end());
    findings.insert(findings.end(), run.outcome.findings.begin(), run.outcome.findings.end());
    told_.bugs.insert(told_.bugs.end(), run.bugs.begin(), run.bugs.end());
    told_.runs.push_back(std::move(run));
  }

  void watch(Side& side) {
    std::vector<fs::path> paths;
    for (const ChangedFile& file : changed_)
      if (!is_inert(file.path)) paths.push_back(file.path);
    side.files().watch(paths);
  }

  /// Whether programs of that side have asked for anything that differs.
  bool take_asked(Side& side) {
    const std::set<std::string> asked = side.files().take_asked();
    std::set<std::string> parts;
    for (const auto& [_, some] : parts_) parts.insert(some.begin(), some.end());
    for (const ChangedFile& file : changed_) {
      std::error_code error;
      if (!asked.contains(fs::weakly_canonical(file.path, error).generic_string())) continue;
      if (!parts.contains(file.shown)) programs_.insert(file.shown);
    }
    return !asked.empty();
  }

  void analyze() {
    touched_ = direct();
    std::set<std::string> others;
    for (const std::string& path : all_paths())
      if (!touched_.contains(path)) others.insert(path);
    watch(head());
    analyze_side(head(), touched_, after_, found_);
    take_asked(head());
    const bool is_shared = !programs_.empty();  // what one config has imported the others are not seen to read
    const std::set<std::string> first = is_shared || may_be_programs() ? others : examples(others);
    watch(head());
    std::vector<ConfigOutcome> configs;
    std::vector<Finding> findings;
    analyze_side(head(), first, configs, findings);
    if (take_asked(head()) || is_shared) {
      after_.insert(after_.end(), configs.begin(), configs.end());
      found_.insert(found_.end(), findings.begin(), findings.end());
      for (const std::string& path : first) others.erase(path);
      analyze_side(head(), others, after_, found_);
      touched_ = all_paths();
    }
    watch(base());
    analyze_side(base(), touched_, before_, gone_);
    take_asked(base());
  }

  /// What is edited of a renamed file is told beside its old text.
  void follow(const std::string& path, const std::string& old_path) {
    const auto of = [&](const std::string& shown) {
      return std::find_if(changed_.begin(), changed_.end(),
                          [&](const ChangedFile& file) { return file.shown == shown; });
    };
    of(path)->before = of(old_path)->before;
  }

  void pair() {
    std::map<std::string, std::string> renamed;
    for (const auto& [path, old_path] : renamed_) {
      renamed[old_path] = path;
      follow(path, old_path);
    }
    std::map<std::pair<std::string, std::string>, ConfigChange> all;
    const auto of = [&](const ConfigOutcome& config, const std::string& path) -> ConfigChange& {
      ConfigChange& change = all[{path, config.recipe}];
      change.path = path;
      change.recipe = config.recipe;
      return change;
    };
    for (ConfigOutcome& config : before_) {
      const auto found = renamed.find(config.path);
      ConfigChange& change = of(config, found == renamed.end() ? config.path : found->second);
      if (found != renamed.end()) change.old_path = config.path;
      change.before = config;
    }
    for (ConfigOutcome& config : after_) of(config, config.path).after = config;
    for (auto& [_, change] : all) changes().push_back(std::move(change));
    report::Comparison& told = told_.comparison;
    told.remaining = drop_pairs(gone_, found_, renamed);
    told.found = std::move(found_);
    told.gone = std::move(gone_);
  }

  void limit() {
    const config::Project* project = head().workspace().project();
    for (ConfigChange& change : changes()) {
      if (!change.before || !change.after || change.before->status == Status::not_estimable) continue;
      std::optional<config::Increase> most = options_.max_increase;
      std::string message;
      if (!most && project) {
        for (const config::IncreaseBudget& budget : project->policy.max_increase) {
          if (!config::covers(budget.files, change.path)) continue;
          most = budget.most;
          message = budget.message;
        }
      }
      if (!most) continue;
      const auto was = static_cast<double>(report::peak_figure(*change.before).count);
      const Bytes bytes = most->most ? *most->most : Bytes{static_cast<int64_t>(was * most->share.value_or(0))};
      const std::optional<Bytes> added = report::increase(change);
      change.limit = {bytes, message, !added || *added > bytes};
    }
  }

  CompareOptions options_;
  Compared told_;
  std::vector<FileAtRevision> base_differing_, head_differing_;  // from the disk
  std::vector<ChangedFile> changed_;
  std::map<std::string, std::string> renamed_;          // of the new side's paths to the old ones
  std::map<std::string, std::set<std::string>> parts_;  // by config
  std::set<std::string> touched_, programs_;
  std::vector<ConfigOutcome> before_, after_;
  std::vector<Finding> found_, gone_;
};

}  // namespace

Compared compare(const CompareOptions& options) { return Comparer(options).run(); }

}  // namespace vramlint::cli
