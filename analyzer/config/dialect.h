// A dialect: one way of writing training configs. One constant in one file of dialects/, listed once.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/finding.h"
#include "base/unknown.h"
#include "config/config.h"
#include "config/experiment.h"
#include "interp/interpreter.h"

namespace vramlint::config {

struct Project;    // the parsed vramlint.yaml, project.h
struct BaseCache;  // project.h
struct Recipe;     // project.h

/// What a loader may use. Everything outlives the call.
struct LoadContext {
  Files& files;
  interp::ParsedModules& parsed;
  const interp::EmbeddedFiles* prelude = nullptr;
  const Project* project = nullptr;                            ///< may be null
  std::vector<std::pair<std::string, std::string>> overrides;  ///< --set key=value, in order
  Findings& findings;
  std::vector<Unknown>& unknowns;
  std::vector<Assumption>& assumptions;
  BaseCache* base_cache = nullptr;  ///< evaluated base files shared between configs; may be null
  const Recipe* recipe = nullptr;   ///< the one to go by where several claim the file; may be null
  std::string trains_nothing = {};  ///< why the config says no training step; set by Dialect::understand
};

struct Dialect {
  std::string_view name;
  bool (*recognises)(const Source& source, const LoadContext& context);
  std::optional<Config> (*load)(const Source& source, LoadContext& context);  ///< empty: a finding says why
  std::optional<Experiment> (*understand)(const Config& config,
                                          LoadContext& context);  ///< empty: an unknown or finding says why
  std::string_view manual;                                        ///< Markdown
};

std::span<const Dialect* const> dialects();

/// The recipe that the file is checked by; nullptr if none claims it.
const Recipe* recipe_of(const Source& source, const LoadContext& context);

/// The dialect that recognises the source; nullptr if none does; two matches are a finding and the first one wins.
const Dialect* recognise(const Source& source, LoadContext& context);

}  // namespace vramlint::config
