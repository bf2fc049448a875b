// A project whose training program is followed, for tests.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "config/overrides.h"
#include "config/plain_yaml.h"
#include "usage/usage.h"

namespace vramlint::usage {

/// A project of files that exist only in memory: one config, and a program that trains with it.
class Project {
 public:
  void put(const std::string& path, std::string text) { files_.put(path, std::move(text)); }

  Usage usage(const std::string& program, const std::string& config) {
    put("train.py", program);
    put("config.yaml", config);
    Findings findings;
    const Source& source = *files_.read("config.yaml").source;
    config_ = config::load_plain_yaml(source, findings);
    std::vector<Assumption> assumptions;
    config::apply_overrides(*config_, sets, findings, assumptions);
    config::Experiment experiment;
    experiment.programs = {{.path = "train.py", .arguments = arguments, .span = {}}};
    experiment.import_paths = {files_.root()};
    experiment.working_directory = files_.root();
    experiment.environment = environment;
    experiment.gpus = gpus;
    Context context{files_, parsed_, programs_, "2.4"};
    return usage_of(*config_, experiment, context);
  }

  std::optional<std::vector<std::string>> arguments;
  std::vector<std::pair<std::string, std::string>> sets;
  config::Variables environment;
  std::optional<int64_t> gpus;

 private:
  DiskFiles disk_{std::filesystem::temp_directory_path()};
  OverlayFiles files_{disk_};
  interp::ParsedModules parsed_;
  Programs programs_;
  std::optional<config::Config> config_;
};

inline std::vector<std::string> unread(const Usage& usage) {
  std::vector<std::string> keys;
  for (const Unread& one : usage.unread) keys.push_back(one.key);
  return keys;
}

inline std::vector<std::string> ineffective(const Usage& usage) {
  std::vector<std::string> keys;
  for (const Ineffective& one : usage.ineffective) keys.push_back(one.key);
  return keys;
}

using Names = std::vector<std::string>;

}  // namespace vramlint::usage
