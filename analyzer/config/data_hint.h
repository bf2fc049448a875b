// Which line of `data:` says what a file holds, where it is the file that leaves something unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vramlint::config {

struct DataHint {
  enum class Kind { pictures, arrays, variables };  ///< variables: a file of several arrays by name
  Kind kind;
  std::string line;  ///< `data: {"*.h5": "float32[512, 512]"}`
};

/// Of the reason for an unknown, as the readers of files word it; none where no file is to blame.
std::optional<DataHint> data_hint(std::string_view reason);

}  // namespace vramlint::config
