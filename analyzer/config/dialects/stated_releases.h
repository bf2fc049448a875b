// Which releases of mmcv a project's own packages say that they take, as OpenMMLab's do in their `__init__.py`:
// `MMCV_MIN = "1.1.4"`, `mmcv_maximum_version = "1.8.0"`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/dialect.h"

namespace vramlint::config {

struct StatedRelease {
  std::string version;  ///< of mmcv: the newest below what is stated as the newest, else that one
  Span span;            ///< of the text that states it
};

/// Where a package in the root imports mmengine at its beginning, whatever happens: it runs with nothing older.
std::optional<Span> import_of_mmengine(LoadContext& context);

/// Nothing where no package in the root says so, where `usual` is among what they take, or where no release is.
std::optional<StatedRelease> stated_mmcv(std::string_view usual, LoadContext& context);

}  // namespace vramlint::config
