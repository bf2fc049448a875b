// The writers behind the formats, each a pure function.
#pragma once

#include <string>

#include "report/report.h"

namespace vramlint::report {

std::string write_text(const Outcome& outcome, const Context& context);
std::string write_json(const Outcome& outcome, const Context& context);
std::string write_sarif(const Outcome& outcome, const Context& context);
std::string write_github(const Outcome& outcome, const Context& context);
std::string write_markdown(const Outcome& outcome, const Context& context);
std::string write_jsonl(const Outcome& outcome, const Context& context);
/// Its parts: what stands before the configs, one of them, what stands behind them.
std::string jsonl_begin(const Context& context);
std::string jsonl_config(const ConfigOutcome& config, const Context& context);
std::string jsonl_end(const Outcome& outcome, const Context& context);
std::string write_gitlab(const Outcome& outcome, const Context& context);
std::string write_junit(const Outcome& outcome, const Context& context);
std::string write_checkstyle(const Outcome& outcome, const Context& context);
std::string write_rdjson(const Outcome& outcome, const Context& context);

}  // namespace vramlint::report
