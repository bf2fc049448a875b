#include "rule.h"

#include <utility>

namespace vramlint {

Report::Report(const Rule& rule, const Session& session, Findings& findings, std::string config)
    : rule_(rule), session_(session), findings_(findings), config_(std::move(config)) {}

void Report::add(Span span, std::string message, std::vector<Related> related, std::vector<Fix> fixes) {
  add(rule_.severity, span, std::move(message), std::move(related), std::move(fixes));
}

void Report::add(Severity severity, Span span, std::string message, std::vector<Related> related,
                 std::vector<Fix> fixes) {
  findings_.add({.rule = std::string(rule_.name),
                 .severity = severity,
                 .message = std::move(message),
                 .span = span,
                 .config = config_,
                 .related = std::move(related),
                 .fixes = std::move(fixes)});
}

}  // namespace vramlint
