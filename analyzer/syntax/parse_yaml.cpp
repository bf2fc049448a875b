#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <streambuf>

#include "syntax/yaml_builder.h"
#include "syntax/yaml_text.h"

namespace vramlint::syntax {
namespace {

/// Reads from memory without a copy.
struct MemoryBuffer : std::streambuf {
  explicit MemoryBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

Problem limit(const Source& source, uint32_t at, Words message) {
  return {ProblemKind::too_complex, {&source, at, at}, std::move(message)};
}

Problem error(const Source& source, size_t begin, size_t end, Words message) {
  const auto size = source.text().size();
  return {ProblemKind::syntax_error,
          {&source, static_cast<uint32_t>(std::min(begin, size)), static_cast<uint32_t>(std::min(end, size))},
          std::move(message)};
}

/// YAML 1.1 allows no control characters; yaml-cpp takes one of them for the end of the text.
size_t find_control_character(std::string_view text) {
  const auto found = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x7F || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
  });
  return found == text.end() ? std::string_view::npos : static_cast<size_t>(found - text.begin());
}

YamlPtr null_document(const Source& source) {
  auto node = std::make_shared<YamlNode>();
  node->span = {&source, 0, 0};
  return node;
}

/// yaml-cpp's words where they are not plain enough.
Words plain_words(const std::string& message) {
  constexpr std::array<std::pair<std::string_view, Form>, 9> kWords = {{
      {"end of map not found", "expected a `key: value` pair or the end of the mapping; check the indentation"_words},
      {"end of sequence not found", "expected `- ` or the end of the list; check the indentation"_words},
      {"illegal map value", "`:` is not allowed here; a text that contains `: ` needs quotes"_words},
      {"illegal block entry", "`- ` is not allowed here"_words},
      {"illegal map key", "`? ` is not allowed here"_words},
      {"illegal flow end", "a closing bracket without an opening one"_words},
      {"unknown token", "this character cannot begin a value; a text that begins with it needs quotes"_words},
      {"illegal EOF in scalar", "the quotes are not closed before the end of the file"_words},
      {"the referenced anchor is not defined", "the alias refers to an anchor that is not defined"_words},
  }};
  for (const auto& [theirs, ours] : kWords) {
    if (message.starts_with(theirs)) return ours;
  }
  return message;
}

Problem problem_of(const Source& source, const YAML::Exception& exception, const YamlBuilder& builder) {
  const std::string& text = source.text();
  const size_t at =
      exception.mark.pos < 0 ? text.size() : std::min(static_cast<size_t>(exception.mark.pos), text.size());
  const bool unclosed = std::string_view(exception.msg).find("flow not found") != std::string_view::npos;
  if (const Span open = builder.open_flow_collection(); open && unclosed) {
    return {ProblemKind::syntax_error, open, "`{0}` is not closed, or a comma is missing in it"_words(open.text())};
  }
  const std::string_view line = source.line(source.position_of(static_cast<uint32_t>(at)).line);
  const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  if (const size_t tab = line.substr(0, indent).find('\t'); tab != std::string_view::npos) {
    const uint32_t begin =
        source.offset_of({source.position_of(static_cast<uint32_t>(at)).line, static_cast<int>(tab) + 1});
    return error(source, begin, begin + 1, "a tab in the indentation; YAML allows only spaces there"_words);
  }
  return error(source, at, at + (at < text.size() && text[at] != '\n' ? 1 : 0), plain_words(exception.msg));
}

void parse_documents(const Source& source, YamlFile& file) {
  const std::string text = without_surrogates(source.text());
  MemoryBuffer buffer(text);
  std::istream stream(&buffer);
  YamlBuilder builder(source, file.problems);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
      YamlPtr document = builder.take_document();
      file.documents.push_back(document ? std::move(document) : null_document(source));
    }
    builder.finish();
    return;
  } catch (const YamlStop& stopped) {
    file.problems.push_back({stopped.kind, stopped.span, stopped.said});
  } catch (const YAML::Exception& exception) {
    file.problems.push_back(problem_of(source, exception, builder));
  }
  file.documents.push_back(null_document(source));
}

}  // namespace

YamlFile parse_yaml(const Source& source) {
  YamlFile file;
  const std::string& text = source.text();
  if (text.size() > kMaxYamlSize) {
    file.problems.push_back(limit(source, 0, "the file is larger than 1 MiB; not analysed"_words));
    file.documents.push_back(null_document(source));
    return file;
  }
  if (const size_t at = find_control_character(text); at != std::string_view::npos) {
    file.problems.push_back(error(source, at, at + 1, "a control character; YAML allows none"_words));
    file.documents.push_back(null_document(source));
    return file;
  }
  parse_documents(source, file);
  std::stable_sort(file.problems.begin(), file.problems.end(),
                   [](const Problem& a, const Problem& b) { return a.span.begin < b.span.begin; });
  return file;
}

}  // namespace vramlint::syntax
