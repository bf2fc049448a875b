// The printers of the single stages. Each is called only where its stage has a result.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "analyze.h"

namespace vramlint::dumping {

using Json = nlohmann::ordered_json;

/// "src/model.py:12", printable; empty for a span without a source.
std::string place(const Span& span);
/// {"file", "line"} of a span; null where it has no source.
Json place_json(const Span& span);
Json interval_json(const Interval& interval);

std::string source_text(const Analysis& analysis);
Json source_json(const Analysis& analysis);
std::string config_text(const Analysis& analysis);
std::string experiment_text(const Analysis& analysis);
Json experiment_json(const Analysis& analysis);
std::string graph_text(const Analysis& analysis);
Json graph_json(const Analysis& analysis);
std::string usage_text(const Analysis& analysis);
Json usage_json(const Analysis& analysis);
std::string trace_text(const Analysis& analysis);
Json trace_json(const Analysis& analysis);
std::string timeline_text(const Analysis& analysis);
Json timeline_json(const Analysis& analysis);
std::string findings_text(const Analysis& analysis);
Json findings_json(const Analysis& analysis);

}  // namespace vramlint::dumping
