// What a trial of a first recipe leaves open, as questions to the user: lines of the recipe to be filled in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "integrations/cli/workspace.h"
#include "proposal/script_form.h"

namespace vramlint::cli {

/// What a check of one config with the recipe comes to.
struct Trial {
  std::string config;  ///< its path; empty: there is none
  ConfigOutcome outcome;
  std::optional<model::BuildFailure> failure;
  std::string loop;                ///< "for image, label in loader:", where the loader is what is not known
  std::vector<std::string> parts;  ///< of a batch, as the program calls them there

  bool is_estimated() const { return outcome.status != Status::not_estimable; }
  bool asks_for_batch() const { return failure && failure->kind == model::BuildFailure::Kind::unknown_batch; }
};

/// What is asked of the user, and lines to be filled in.
struct Question {
  std::string open;
  std::vector<std::string> lines;
};

/// Sizes that only files tell, where the program makes its batch of them.
std::optional<Question> files_asked(const Trial& trial, const std::string& loop);
/// The source of a package is what the program stops for.
bool lacks_package(const Trial& trial);
/// "num_classes": the program's names for numbers that only the data tells.
std::optional<Question> numbers_asked(const Trial& trial);
/// What one batch is.
Question question_of(const Trial& trial, const proposal::ScriptForm& form, const Source& script);
/// `batch["tokens"]`, `item["labels"]` near the place: what the program calls parts of a batch.
std::vector<std::string> parts_named(const Span& place);

}  // namespace vramlint::cli
