// `vramlint show` as pictures and as a page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "integrations/cli/fit.h"
#include "report/step_picture.h"
#include "step_view.h"

namespace vramlint::cli {

/// One a phase. `page`: the file that links are written into; sources below `root` are linked.
std::vector<report::StepPicture> pictures_of(const Analysis& analysis, const std::filesystem::path& root,
                                             const std::filesystem::path& page);

/// With what `fitting` says of it, if anything.
report::PagedConfig paged(const Analysis& analysis, const Fitting* fitting, const std::filesystem::path& root,
                          const std::filesystem::path& page);

/// The page; of many configs those that need most are drawn.
std::string show_page(std::vector<report::PagedConfig> configs);

/// What the page's script reads: per phase the stretches and the moments that are drawn.
std::string picture_json(const std::vector<report::StepPicture>& pictures);

}  // namespace vramlint::cli
