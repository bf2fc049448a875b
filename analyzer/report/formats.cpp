#include "report/formats.h"

#include <array>

namespace vramlint::report {
namespace {

constexpr std::array kFormats = {
    Format{"text", write_text},     Format{"json", write_json},
    Format{"jsonl", write_jsonl},   Format{"sarif", write_sarif},
    Format{"github", write_github}, Format{"gitlab", write_gitlab},
    Format{"junit", write_junit},   Format{"checkstyle", write_checkstyle},
    Format{"rdjson", write_rdjson}, Format{"markdown", write_markdown},
};

}  // namespace

const Format* find_format(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

std::string_view format_names() {
  return "text, json, jsonl, sarif, github, gitlab, junit, checkstyle, rdjson, markdown";
}

}  // namespace vramlint::report
