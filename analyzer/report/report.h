// An Outcome, written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/catalogue.h"
#include "base/outcome.h"

namespace vramlint::report {

/// What reports need to know of a rule; report knows no rule by name.
struct RuleInfo {
  std::string_view name, code;
  std::string summary;
  std::string_view manual;
  Severity severity;
};

struct Context {
  std::vector<RuleInfo> rules;  ///< all rules, in the order of the list
  std::string version;          ///< of vramlint
  bool colour = false;
  int width = 100;
  std::string (*shown)(std::string_view) = nullptr;  ///< what a terminal makes of characters; null: leaves them
  std::string repository;                            ///< https URL for SARIF provenance; may be empty
  std::string revision;
  bool quiet = false;                    ///< text, github: findings only
  bool statistics = false;               ///< text: how often each rule speaks, in place of configs and findings
  bool suppressed = true;                ///< sarif: findings that a comment silences, as such
  const Catalogue* catalogue = nullptr;  ///< of the language; null: English
  std::string prefix;  ///< put before relative paths: "sub/" where the root is a folder of the repository

  std::string say(const Words& words) const { return words.in(catalogue); }
};

struct Format {
  std::string_view name;  ///< "text", "json", … as format_names() lists them
  std::string (*write)(const Outcome& outcome, const Context& context);
};

const Format* find_format(std::string_view name);
std::string_view format_names();  ///< "text, json, …"

/// The most results a SARIF file carries; GitHub shows no more. The worst come first, the rest is left out.
inline constexpr size_t kSarifResults = 5000;

}  // namespace vramlint::report
