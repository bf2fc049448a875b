// Analyses of the configs that are open, each kept until a text that it was made of changes. Lives on one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "integrations/cli/workspace.h"
#include "integrations/lsp/live_files.h"
#include "integrations/lsp/marks.h"

namespace vramlint::lsp {

struct Settings {
  cli::ProjectOptions project;
  Unit unit = Unit::utf16;
};

class Analyst {
 public:
  explicit Analyst(Settings settings) : settings_(std::move(settings)) {}

  /// The file is open and has this text. What was made of another is to be checked again.
  void lay(const std::string& path, const std::string& text);
  /// It is open no more: what is on the disk counts.
  void close(const std::string& path);
  /// It has changed on the disk, and is not open.
  void reread(const std::string& path);
  /// Files came or went: whatever was found or missed may be otherwise now.
  void forget_all();

  /// Its report was not used.
  void recheck(const std::string& path);
  /// The open configs that must be checked, `first` before the others.
  std::vector<std::string> unchecked(const std::string& first) const;
  /// Throws nothing: what goes wrong is in the report. What takes trials is put off.
  Report check(const std::string& path);
  /// Those of which something is put off.
  std::vector<std::string> unfinished() const;
  /// The whole report; none: it became obsolete on the way.
  std::optional<Report> finish(const std::string& path, const std::function<bool()>& is_obsolete);

  /// Markdown on what stands at the place; empty: nothing is known of it.
  std::string hover(const std::string& path, Place place);
  /// The plans of `vramlint fit`.
  std::string fit(const std::string& path);

 private:
  struct Config {
    bool checked = false;
    Report brief;                        // where something is put off
    std::set<std::string> reads, files;  // displayed paths; files: those that contributed to it
    bool is_plain = false;               // its texts are no program's
    std::vector<Analysis> analyses;
    std::vector<const config::Recipe*> recipes;  // of the analyses
    std::map<std::string, std::string> costs;    // by key
  };
  struct Desk {
    std::unique_ptr<cli::Workspace> workspace;
    LiveFiles* files = nullptr;
    std::map<std::string, std::string> texts;  // by path
    size_t laid = 0;                           // bytes of texts, since the workspace is there
    std::map<std::string, Config> configs;     // of open files, by path
  };

  Desk& desk_of(const std::string& path);
  Desk* find_desk(const std::string& path);
  void put(const std::string& path, const std::string& text, bool is_open);
  void open(Desk& desk, const std::string& path);
  void take_change(Desk& desk, const std::string& displayed, bool was_there);
  static bool is_config_text(const Desk& desk, const std::string& displayed);
  static bool is_whole(const Config& config);
  void check_put_off(Desk& desk, Config& config, const std::function<bool()>& is_obsolete);
  void analyze_config(Desk& desk, Config& config, const Source& source, Report& report);
  void report_findings(Desk& desk, Config& config, Report& report);
  std::string cost(Desk& desk, Config& config, const std::string& key);

  Settings settings_;
  std::map<std::string, Desk> desks_;         // by root
  std::map<std::string, std::string> names_;  // of open files, by resolved path
};

}  // namespace vramlint::lsp
