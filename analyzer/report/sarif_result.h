// One finding as a SARIF result.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/groups.h"
#include "report/report.h"

namespace vramlint::report {

/// Hashes of the lines of the files seen so far.
using LineHashes = std::map<const Source*, std::vector<std::string>>;

/// The text without the full stops at its end.
std::string without_stop(std::string text);

/// `rule_id` and `rule_index`: of the finding's rule in the driver's list.
nlohmann::ordered_json sarif_result(const Group& group, const std::string& rule_id, size_t rule_index,
                                    const Context& context, LineHashes& hashes);

}  // namespace vramlint::report
