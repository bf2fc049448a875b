// A finding as one text, for formats that have one field for all of it.
#pragma once

#include <string>

#include "report/groups.h"

namespace vramlint::report {

/// Lines: the message, the configs, the related places, the fixes. As it came from the user's files: to be escaped.
std::string told(const Group& group, const Context& context);

}  // namespace vramlint::report
