// Loading configs from texts, for tests.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "config/dialect.h"
#include "config/project.h"

namespace vramlint::config::tests {

using Texts = std::map<std::string, std::string>;  ///< by path

/// Files that exist only here, and what loading one of them said.
class Scratch {
 public:
  explicit Scratch(Texts texts, const std::filesystem::path& root = std::filesystem::temp_directory_path())
      : disk(root), files(disk) {
    for (auto& [path, text] : texts) files.put(path, std::move(text));
  }

  std::optional<Config> load(const std::string& path) {
    ReadResult read = files.read(path);
    if (!read) return std::nullopt;
    LoadContext context = this->context();
    dialect = recognise(*read.source, context);
    return dialect ? dialect->load(*read.source, context) : std::nullopt;
  }

  std::optional<Experiment> understand(const Config& config) {
    LoadContext context = this->context();
    return dialect->understand(config, context);
  }

  LoadContext context() {
    return {.files = files,
            .parsed = parsed,
            .project = project.get(),
            .overrides = overrides,
            .findings = findings,
            .unknowns = unknowns,
            .assumptions = assumptions,
            .base_cache = cache};
  }

  void read_project(const std::string& path = "vramlint.yaml") {
    project = load_project(*files.read(path).source, files, findings);
  }

  /// "a.py:3:1 rule message", one a line.
  std::string said() const {
    std::string text;
    for (const Finding& finding : findings.items()) {
      text += finding.span.source ? finding.span.source->path() : "nowhere";
      Position start = finding.span.start();
      text += ":" + std::to_string(start.line) + ":" + std::to_string(start.column) + " " + finding.rule + " " +
              finding.message.text() + "\n";
    }
    return text;
  }

  DiskFiles disk;
  OverlayFiles files;
  interp::ParsedModules parsed;
  std::unique_ptr<Project> project;
  std::vector<std::pair<std::string, std::string>> overrides;
  Findings findings;
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  BaseCache* cache = nullptr;
  const Dialect* dialect = nullptr;
};

}  // namespace vramlint::config::tests
