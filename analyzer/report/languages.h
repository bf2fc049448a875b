// The languages that reports are written in, beside English.
#pragma once

#include <string_view>

#include "base/catalogue.h"

namespace vramlint::report {

/// Of a language as options and locales name it: "zh", "zh_CN.UTF-8". Null: English, or none of ours.
const Catalogue* catalogue_of(std::string_view language);

/// zh.txt
const Catalogue& chinese();

}  // namespace vramlint::report
