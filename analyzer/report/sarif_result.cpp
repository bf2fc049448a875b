#include "report/sarif_result.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/line_hash.h"
#include "report/place.h"
#include "report/uri.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

Json artifact(std::string_view path, const Context& context) {
  Json location = {{"uri", uri_of(shown_path(path, context))}};
  if (!path.starts_with('/')) location["uriBaseId"] = "%SRCROOT%";
  return location;
}

Json region(const Span& span) {
  const Position start = utf16_position(*span.source, span.begin), stop = utf16_position(*span.source, span.end);
  return {{"startLine", start.line}, {"startColumn", start.column}, {"endLine", stop.line}, {"endColumn", stop.column}};
}

Json region_with_snippet(const Span& span) {
  Json object = region(span);
  object["snippet"] = {{"text", span.text()}};
  return object;
}

/// The lines of the span and one on either side; null where that is no more than the span itself.
Json context_region(const Span& span) {
  const Source& source = *span.source;
  const Position start = span.start(), stop = span.stop();
  const int last_line =
      source.line_count() > 1 && source.text().ends_with('\n') ? source.line_count() - 1 : source.line_count();
  const int first = std::max(start.line - 1, 1), last = std::max(std::min(stop.line + 1, last_line), stop.line);
  const uint32_t begin = source.offset_of({first, 1});
  const uint32_t end =
      last < source.line_count() ? source.offset_of({last + 1, 1}) : static_cast<uint32_t>(source.text().size());
  if (begin >= span.begin && end <= span.end) return nullptr;
  return {{"startLine", first}, {"endLine", last}, {"snippet", {{"text", source.text().substr(begin, end - begin)}}}};
}

Json location(const Span& span, const Context& context) {
  const Span shown = visible(span);
  Json physical = {{"artifactLocation", artifact(span.source->path(), context)},
                   {"region", region_with_snippet(shown)}};
  if (Json around = context_region(shown); !around.is_null()) physical["contextRegion"] = around;
  return {{"physicalLocation", physical}};
}

/// Of a finding that stands nowhere in particular: the start of the config.
Json location_of_config(const Finding& finding, const Context& context) {
  const Json start = {{"startLine", 1}, {"startColumn", 1}, {"endLine", 1}, {"endColumn", 1}};
  const std::string path = finding.config.empty() ? "vramlint.yaml" : finding.config;
  return {{"physicalLocation", {{"artifactLocation", artifact(path, context)}, {"region", start}}}};
}

/// Text for which a viewer makes no link of its own: "x[0](2)" has the shape of one.
std::string without_links(std::string text) {
  for (size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) text.insert(at + 1, 1, ' ');
  return text;
}

std::string link(const std::string& text, size_t id) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return fmt::format("[{}]({})", escaped, id);
}

std::string ended(const std::string& text, const Context& context) {
  for (const std::string_view end : {".", "!", "?", "。", "！", "？"}) {
    if (text.ends_with(end)) return text;
  }
  return text.empty() ? text : context.say("{0}."_words(text));
}

/// The finding's message and configs, then links to the related places and what would mend it, as viewers show no more
/// than this.
std::string message_text(const Group& group, const Context& context) {
  const Finding& finding = group.finding;
  std::vector<Words> parts = {ended(without_links(context.say(finding.message)), context)};
  if (std::string configs = in_configs(group, context); !configs.empty()) {
    if (configs.starts_with("in ")) configs[0] = 'I';
    parts.push_back("{0}."_words(without_links(configs)));
  }
  Words links;
  size_t id = 0;
  for (const Related& item : finding.related) {
    if (!item.span) continue;
    const Words one = link(context.say(item.message), ++id);
    links = links.empty() ? one : "{0}; {1}"_words(links, one);
  }
  if (!links.empty()) parts.push_back("See also: {0}."_words(links));
  for (const Fix& fix : finding.fixes)
    parts.push_back("Fix: {0}"_words(ended(without_links(context.say(shown(fix))), context)));
  return context.say(sentences(parts));
}

Json related_locations(const Finding& finding, const Context& context) {
  Json locations = Json::array();
  for (const Related& item : finding.related) {
    if (!item.span) continue;
    Json entry = location(item.span, context);
    Json numbered = {{"id", locations.size() + 1}};
    numbered["physicalLocation"] = entry["physicalLocation"];
    numbered["message"] = {{"text", ended(without_links(context.say(item.message)), context)}};
    locations.push_back(numbered);
  }
  return locations;
}

/// The edits by file, in order.
Json fix_json(const Fix& fix, const Context& context) {
  Json changes = Json::array();
  std::vector<const Source*> files;
  for (const Edit& edit : fix.edits) {
    if (!edit.span) continue;
    const auto at = static_cast<size_t>(std::find(files.begin(), files.end(), edit.span.source) - files.begin());
    if (at == files.size()) {
      files.push_back(edit.span.source);
      changes.push_back(
          {{"artifactLocation", artifact(edit.span.source->path(), context)}, {"replacements", Json::array()}});
    }
    changes[at]["replacements"].push_back(
        {{"deletedRegion", region(edit.span)}, {"insertedContent", {{"text", edit.text}}}});
  }
  return {{"description", {{"text", ended(context.say(shown(fix)), context)}}}, {"artifactChanges", changes}};
}

const std::vector<std::string>& hashes_of(const Source& source, LineHashes& hashes) {
  const auto [at, added] = hashes.try_emplace(&source);
  if (added) at->second = line_hashes(source.raw());
  return at->second;
}

}  // namespace

std::string without_stop(std::string text) {
  for (const std::string_view stop : {".", "。"}) {
    while (text.ends_with(stop)) text.resize(text.size() - stop.size());
  }
  return text;
}

Json sarif_result(const Group& group, const std::string& rule_id, size_t rule_index, const Context& context,
                  LineHashes& hashes) {
  const Finding& finding = group.finding;
  const std::string argument = without_stop(without_links(context.say(finding.message)));
  Json result = {{"ruleId", rule_id}, {"ruleIndex", rule_index}, {"level", to_string(finding.severity)}};
  result["message"] = {{"text", message_text(group, context)}, {"id", "default"}, {"arguments", {argument}}};
  result["locations"] = Json::array();
  result["locations"].push_back(finding.span ? location(finding.span, context) : location_of_config(finding, context));
  if (finding.span) {
    const auto line = static_cast<size_t>(finding.span.start().line);
    const std::vector<std::string>& lines = hashes_of(*finding.span.source, hashes);
    if (line <= lines.size()) result["partialFingerprints"] = {{"primaryLocationLineHash", lines[line - 1]}};
  }
  if (Json related = related_locations(finding, context); !related.empty()) result["relatedLocations"] = related;
  Json fixes = Json::array();
  for (const Fix& fix : finding.fixes) {
    if (!fix.edits.empty()) fixes.push_back(fix_json(fix, context));
  }
  if (!fixes.empty()) result["fixes"] = fixes;
  return result;
}

}  // namespace vramlint::report
