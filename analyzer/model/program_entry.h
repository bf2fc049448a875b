// A training program as it is started: its interpreter, its command line, and where its imports are searched.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

/// Where the program's imports are searched: beside itself first.
std::vector<std::filesystem::path> search_paths(const config::Program& program, const config::Experiment& experiment,
                                                const Files& files);

/// What runs one program, from its first line.
struct Started {
  std::shared_ptr<Builder> builder;
  interp::Interpreter interpreter;
};

/// `torch`: the version it runs under. `config` is what the program reads wherever it opens that file. Where the recipe
/// does not say with what the program is called, its options are not known if `doubts_options`, else those that its
/// parser takes by itself.
std::unique_ptr<Started> start(const config::Program& program, const config::Experiment& experiment,
                               const config::Config& config, BuildContext& context, bool doubts_options);

/// Nothing more is written down, and the builder is let go.
void end(Started& run);

}  // namespace vramlint::model
