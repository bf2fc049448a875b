// A row of the `.inc` tables.
#pragma once

#include <string_view>

namespace vramlint::syntax {

struct TableRow {
  std::string_view text;
  std::string_view expected;
};

}  // namespace vramlint::syntax
