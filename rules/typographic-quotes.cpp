#include "rule.h"

namespace vramlint::rules {

/// Reported while the config is read.
extern const Rule typographic_quotes = {
    .name = "typographic-quotes",
    .code = "VL1208",
    .summary = "A text of a YAML file stands between typographic quotes, which are part of it.",
    .severity = Severity::warning,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
