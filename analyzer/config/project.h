// vramlint.yaml: the project file. Says for configs that are not self-describing how they become a model and a step.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/finding.h"
#include "config/experiment.h"
#include "config/policy.h"

namespace vramlint::config {

/// How a launch script is called.
struct LaunchFacts {
  std::vector<Node> arguments;  ///< $1 and on, each a text at its place
  Span span;
};

struct Recipe {
  std::string name;
  std::vector<std::string> configs;  ///< globs relative to the root: *, **, ?
  Experiment facts;                  ///< what does not depend on the config
  std::optional<Expression> amp;
  std::optional<Expression> accumulation;
  std::optional<Expression> config;   ///< yields what `cfg` is, where the file is no config by itself
  std::optional<LaunchFacts> launch;  ///< of launch scripts
  std::vector<Recipe> stages;         ///< with what they share filled in
  Span span;
};

struct Project {
  const Source* source = nullptr;
  std::optional<std::string> device, torch;
  std::optional<double> budget_fraction;
  std::optional<Bytes> budget;
  std::vector<std::string> python_path;  ///< relative to the root
  RuntimeFacts runtime;                  ///< for recipes that do not say otherwise
  std::vector<Package> packages;         ///< likewise
  std::vector<DataFile> data;            ///< beside what a recipe says
  Variables environment;                 ///< likewise
  Variables models;                      ///< likewise
  std::optional<int64_t> gpus;           ///< of the machine
  int64_t evaluation_budget = 1;         ///< times what the evaluation of a model may take by default
  Policy policy;
  std::vector<Recipe> recipes;
  std::vector<std::unique_ptr<Source>> expressions;  ///< owns the sources of the recipes' Expressions
};

/// Unknown keys get a did-you-mean, wrong types a finding at their place (rule `invalid-recipe`); what is right is
/// kept.
std::unique_ptr<Project> load_project(const Source& source, Files& files, Findings& findings);

const Recipe* find_recipe(const Project& project, std::string_view config_path);
/// The recipes a file is checked by: the first that matches it; where that has `config` or `launch`, also the others
/// that match and have one of these, each a config of its own.
std::vector<const Recipe*> find_recipes(const Project& project, std::string_view config_path);
bool glob_matches(std::string_view pattern, std::string_view path);

struct LoadedFile;  // dialects/inheritance.h

/// Files that evaluate to the same tree whoever inherits them, evaluated once. Thread-safe. Meant for the texts of one
/// Files: an overlay needs a cache of its own.
struct BaseCache {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const LoadedFile>> files;  // by displayed path
};

}  // namespace vramlint::config
