// What the tests of the open world share: a small project whose model leaves something unknown, and what is said of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.h"

namespace vramlint::tests {

/// `Net`, two convolutions of 64 channels, for a recipe.
extern const char* const kNet;

/// step.py: `train(width)` trains a layer with four outputs.
extern const char* const kLayerStep;

/// What one config came to.
struct Said {
  nlohmann::json config, findings;
  std::string errors;  ///< standard error
  int exit_code = 0;

  std::string status() const { return config.value("status", ""); }
  double low() const;   ///< of allocated memory, in bytes
  double high() const;  ///< likewise
  int64_t parameters() const { return config["parameters"]["total"].get<int64_t>(); }
  std::vector<std::string> phases() const;  ///< by name; none where there is only one
  int64_t allocated(size_t phase) const;    ///< at its peak, in bytes
  int64_t allocated() const;
  /// Whether one of the unknowns says it.
  bool lists(const std::string& text) const;
  bool assumes(const std::string& text) const;
  /// How many findings are the user's mistakes.
  int mistakes() const;
};

/// Estimated, with so many, and nothing is the user's mistake.
void expect_parameters(const Said& said, int64_t parameters);

/// A network of 256 numbers, and 80 batches of 8.
extern const char* const kLoaderAndNet;

/// Of `check --format json` on one config.
Said said_by(const ProgramRun& run);

/// Of a training script alone, a.py, which is its own config.
Said said_of_script(const std::string& text);

struct Project {
  std::string model = "m.Net()", setup, step;  ///< expressions of the recipe
  std::string more;                            ///< lines of the recipe
  std::vector<std::pair<std::string, std::string>> files;

  /// `source`: of m.py, after `Net`.
  Said check(const std::string& source, const std::vector<std::string>& options = {}) const;
};

/// A project whose `build()` does something to a Net.
Said built(const std::string& statements);

/// A project whose forward runs `body` on the first layer's result `h`.
Said forward(const std::string& body, const std::string& constructor = "pass");

/// A project with a step of its own, which ends in `end`.
Said stepping(const std::string& imports, const std::string& optimizer, const std::string& end = "    opt.step()\n");

// Net has 3,523 parameters in four tensors; Adam's two states of each, in blocks of 512 bytes: 2 * (6,912 -> 7,168,
// 256 -> 512, 6,912 -> 7,168, 12 -> 512).
inline constexpr int64_t kTwoStates = 30'720;

/// Bytes of the optimizer at the peak.
int64_t states(const Said& said);

}  // namespace vramlint::tests
