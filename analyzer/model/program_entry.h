// A training program as it is started: its interpreter, its command line, and where its imports are searched.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "model/build.h"
#include "model/builder.h"
#include "model/workshop.h"

namespace vramlint::model {

/// Where the program's imports are searched: beside itself first.
std::vector<std::filesystem::path> search_paths(const config::Program& program, const config::Experiment& experiment,
                                                const Files& files);

/// What runs one program, from its first line. What it imports is kept by the workshop for the next one that imports
/// it.
struct Started {
  std::shared_ptr<Builder> builder;
  std::unique_ptr<Bench> bench;
  interp::Interpreter& interpreter;
  std::string setting;  ///< what programs must have alike to have their imports in common
};

/// Who follows the program: each is told of imports in a way of its own.
enum class Entry : uint8_t { to_train, to_see_usage };

/// `config` is what the program reads wherever it opens that file. Where the recipe does not say with what the program
/// is called, its options are not known to see usage, else those that its parser takes by itself.
std::unique_ptr<Started> start(const config::Program& program, const config::Experiment& experiment,
                               const config::Config& config, BuildContext& context, Entry entry);

/// Nothing more is written down, and the builder is let go. No value of the program may be held any more.
void end(Started& run, BuildContext& context);

}  // namespace vramlint::model
