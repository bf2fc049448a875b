// Which texts a module knows for a name, whether or not the lines that say so ever run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "syntax/python.h"

namespace vramlint::usage {

struct Offers {
  /// Texts by the name that they are for, without its leading underscores; each in the order in which it is met.
  std::map<std::string, std::vector<std::string>> texts;
  std::map<std::string, std::set<int64_t>> numbers;                 ///< likewise, of options that take no others
  std::map<std::pair<const Source*, uint32_t>, std::string> names;  ///< that are compared, by where that begins
  std::set<std::string> switches;  ///< numbers of which the program asks whether they are more, or other, than 0
};

/// `if cfg.attention == "flash":`, `args.optim in ("sgd", OptimizerNames.LION)`, the keys of a dict that is looked up
/// by the name, `choices=[…]` of an option; `if cfg.weight > 0:`. Members of enumerations count as the texts that they
/// are, in whichever module they stand.
Offers offers_of(const std::vector<std::shared_ptr<const syntax::PythonModule>>& modules);

}  // namespace vramlint::usage
