// Any text must give documents whose spans lie within it, in bounded time.
#include <cstdlib>

#include "syntax/json.h"
#include "syntax/yaml.h"

namespace {

using namespace vramlint;
using namespace vramlint::syntax;

void check(bool good) {
  if (!good) std::abort();
}

void check_span(const Span& span, const Source& source) {
  check(span.source == &source && span.begin <= span.end && span.end <= source.text().size());
}

/// Shared nodes are walked once a use: that is bounded too.
void walk(const YamlNode& node, const Source& source, size_t& budget) {
  if (budget == 0) return;
  --budget;
  check_span(node.span, source);
  if (const auto* sequence = std::get_if<YamlSequence>(&node.value)) {
    for (const YamlPtr& item : sequence->items) walk(*item, source, budget);
  }
  if (const auto* mapping = std::get_if<YamlMapping>(&node.value)) {
    for (const YamlEntry& entry : mapping->entries) {
      walk(*entry.key, source, budget);
      walk(*entry.value, source, budget);
    }
  }
}

void check_file(const YamlFile& file, const Source& source) {
  size_t budget = 10'000;
  for (const YamlPtr& document : file.documents) {
    check(document != nullptr);
    walk(*document, source, budget);
  }
  for (const Problem& problem : file.problems) check_span(problem.span, source);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Source source("fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size));
  check_file(parse_yaml(source), source);
  check_file(parse_json(source), source);
  return 0;
}
