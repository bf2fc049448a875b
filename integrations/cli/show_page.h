// `vramlint show` as pictures and as a page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/step_picture.h"
#include "step_view.h"

namespace vramlint::cli {

/// One a phase. `page`: the file that links are written into; sources below `root` are linked.
std::vector<report::StepPicture> pictures_of(const Analysis& analysis, const std::filesystem::path& root,
                                             const std::filesystem::path& page);

/// What the page's script reads: per phase the stretches and the moments that are drawn.
std::string picture_json(const std::vector<report::StepPicture>& pictures);

}  // namespace vramlint::cli
