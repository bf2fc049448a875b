// How often each rule speaks.
#pragma once

#include <string>
#include <vector>

#include "report/groups.h"

namespace vramlint::report {

/// One line a rule, the most frequent first: how many findings, and how many of them a fix can mend. Ends with a line
/// end unless it is empty.
std::string statistics(const std::vector<Group>& groups, const Context& context);

}  // namespace vramlint::report
