// What the tests of hostile input share: projects that hold it, and what must come of them.
#pragma once

#include <string>

#include "program.h"

namespace vramlint::tests {

#ifdef NDEBUG
inline constexpr double kSeconds = 15.0, kMebibytes = 512;  // 5 where nothing else runs
#else
inline constexpr double kSeconds = 20.0, kMebibytes = 4096;  // sanitizers keep what is freed
#endif

/// A model `model.Net(cfg.width)` for the configs in config/.
extern const char* const kRecipe;

std::string repeated(const std::string& text, int count);
void expect_refused(const ScratchFolder& folder, const std::string& path, const std::string& said);
/// A YAML config beside a recipe.
void expect_yaml_refused(const std::string& yaml, const std::string& said);
/// A Python config; the first line makes it one.
void expect_python_refused(const std::string& python, const std::string& said);
/// A well-formed config whose model's constructor runs `body`.
void expect_model_refused(const std::string& body, const std::string& said);
/// A model whose forward runs `body`.
void expect_forward_refused(const std::string& body, const std::string& said);

}  // namespace vramlint::tests
