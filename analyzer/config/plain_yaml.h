// Any YAML or JSON file as a config, without inheritance.
#pragma once

#include <optional>

#include "base/finding.h"
#include "config/config.h"
#include "syntax/yaml.h"

namespace vramlint::config {

/// Problems become findings at their place: `duplicate-key` (the last one counts, as in PyYAML) and
/// `invalid-syntax`. Empty when the file has no usable document or its root is not a mapping: a finding says why.
/// `joins`: several documents are one mapping, for a program that reads all of them.
std::optional<Config> load_plain_yaml(const Source& source, Findings& findings, bool joins = false);

/// The findings alone, for a file that is no config.
void report_problems(const Source& source, Findings& findings);

/// Whether the file's name says YAML or JSON.
bool is_data(const Source& source);

/// Whether the file's name says JSON, which is then read as json.loads reads it.
bool is_json(const Source& source);
bool is_toml(const Source& source);

Node from_yaml(const syntax::YamlNode& yaml);

}  // namespace vramlint::config
