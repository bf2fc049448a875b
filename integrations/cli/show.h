// What `vramlint show` prints of one config.
#pragma once

#include <string>

#include "base/catalogue.h"
#include "integrations/cli/sparkline.h"
#include "step_view.h"

namespace vramlint::cli {

struct ShowOptions {
  size_t depth = 2;   ///< levels of modules
  size_t most = 8;    ///< modules shown below one; the rest stands in one line
  size_t width = 72;  ///< cells of the curves
  Characters characters = Characters::utf8;
  const Catalogue* catalogue = nullptr;  ///< of the language; null: English
};

/// A table of the stretches, the curves, the moment of the peak, and the modules that hold it; per phase.
std::string show_text(const Analysis& analysis, const ShowOptions& options);

/// The same as JSON, with all modules.
std::string show_json(const Analysis& analysis);

}  // namespace vramlint::cli
