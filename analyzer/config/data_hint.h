// Which line of `data:` says what a file holds, where it is the file that leaves something unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vramlint::config {

struct DataHint {
  enum class Kind { pictures, arrays, variables };  ///< variables: a file of several arrays by name
  Kind kind;
  std::string line;  ///< `data: {"*.h5": "float32[512, 512]"}`
};

/// Of the reason for an unknown, as the readers of files word it; none where no file is to blame.
std::optional<DataHint> data_hint(std::string_view reason);

/// The line for files of these patterns ("*.h5:images"), each with sizes such as it may have.
std::string data_line(const std::vector<std::string>& patterns);

/// The line that a message offers; "": none.
std::string offered_line(std::string_view message);

}  // namespace vramlint::config
