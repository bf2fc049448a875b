#include "base/outcome.h"

#include <algorithm>

namespace vramlint {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::estimated:
      return "estimated";
    case Status::partial:
      return "partial";
    case Status::not_estimable:
      return "not_estimable";
  }
  return "";
}

Words setting_before(const std::string& from) { return from.empty() ? "not set"_words : Words(from); }

std::string_view to_string(Category category) {
  switch (category) {
    case Category::parameter:
      return "parameter";
    case Category::gradient:
      return "gradient";
    case Category::optimizer:
      return "optimizer";
    case Category::activation:
      return "activation";
    case Category::temporary:
      return "temporary";
    case Category::workspace:
      return "workspace";
    case Category::input:
      return "input";
    case Category::buffer:
      return "buffer";
    case Category::context:
      return "context";
    case Category::unattributed:
      return "unattributed";
  }
  return "";
}

bool are_lower_bounds(const std::vector<Unknown>& unknowns) {
  return std::all_of(unknowns.begin(), unknowns.end(), [](const Unknown& one) { return one.pull == Pull::up; });
}

}  // namespace vramlint
