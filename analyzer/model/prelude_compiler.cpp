// prelude_compiler ROOT OUTPUT: the Python files under ROOT, as texts and as trees, in one C++ file. Run by the build.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "syntax/tree_archive.h"

namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<fs::path> python_files(const fs::path& root) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A C++ string literal of any bytes, in lines that compilers bear.
std::string literal(const std::string& bytes) {
  constexpr char kDigits[] = "01234567";
  std::string text = "\"";
  size_t line = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '?')
      text += c;
    else
      text += {'\\', kDigits[byte >> 6], kDigits[byte >> 3 & 7], kDigits[byte & 7]};
    if (++line % 2000 == 0) text += "\"\n\"";
  }
  return text + "\"";
}

std::string entry(const fs::path& root, const fs::path& path) {
  const std::string name = path.lexically_relative(root).generic_string();
  const vramlint::Source source("<vramlint>/" + name, read_text(path));
  const auto module = vramlint::syntax::parse_python(source);
  if (!module->problems.empty()) throw std::runtime_error(name + ": " + module->problems[0].message);
  const std::string tree = vramlint::syntax::write_tree(*module);
  return "    {\"" + name + "\",\n     {{" + literal(source.text()) + ", " + std::to_string(source.text().size()) +
         "},\n      {" + literal(tree) + ", " + std::to_string(tree.size()) + "}}},\n";
}

std::string compiled(const fs::path& root) {
  std::string entries;
  for (const fs::path& path : python_files(root)) entries += entry(root, path);
  return "// Generated from analyzer/prelude.\n#include \"model/prelude.h\"\n\nnamespace vramlint::model {\n\n"
         "const std::map<std::string_view, PreludeFile>& prelude_files() {\n"
         "  static const std::map<std::string_view, PreludeFile> files = {\n" +
         entries + "  };\n  return files;\n}\n\n}  // namespace vramlint::model\n";
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) throw std::runtime_error("usage: prelude_compiler ROOT OUTPUT");
  const std::string text = compiled(arguments[1]);
  if (!fs::exists(arguments[2]) || read_text(arguments[2]) != text)
    std::ofstream(arguments[2], std::ios::binary) << text;
  return 0;
} catch (const std::exception& error) {
  std::cerr << "prelude_compiler: " << error.what() << '\n';
  return 1;
}
