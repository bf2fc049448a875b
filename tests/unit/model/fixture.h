// Builds models from texts or from files of the source tree.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "model/build.h"

namespace vramlint::model {

/// A recipe in short: expressions as texts. Sources live as long as the recipe.
class Recipe {
 public:
  /// Files of the project, by path; read before those under `root`.
  std::map<std::string, std::string> files;
  std::filesystem::path root = VRAMLINT_SOURCE_DIR;
  config::Config config;
  std::string model, loss, setup, step;
  std::vector<std::string> inputs, targets, validation;
  std::vector<config::Package> packages;  ///< as an experiment says them
  config::Precision precision = config::Precision::fp32;
  std::string torch{graph::kDefaultTorch};

  Recipe();
  BuildResult build();
  /// `key: value` of the config, with a place of its own.
  void set(const std::string& key, int64_t value);

 private:
  config::Expression expression(const std::string& text);
  std::vector<std::unique_ptr<Source>> sources_;
  std::unique_ptr<DiskFiles> disk_;
  std::unique_ptr<OverlayFiles> overlay_;
  std::unique_ptr<interp::ParsedModules> parsed_ = std::make_unique<interp::ParsedModules>();
};

}  // namespace vramlint::model
