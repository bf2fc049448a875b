// prelude_compiler ROOT OUTPUT: the Python files under ROOT, as texts and as trees, in one C++ file. Run by the build.
#include <algorithm>
#include <iostream>

#include "base/files.h"
#include "base/write_file.h"
#include "syntax/tree_archive.h"

namespace {

using vramlint::DiskFiles;

/// Paths below `folder` of all Python files, in order.
void collect(DiskFiles& files, const std::string& folder, std::vector<std::string>& found) {
  for (const std::string& name : files.list(folder.empty() ? "." : folder)) {
    const std::string path = folder.empty() ? name : folder + "/" + name;
    if (files.is_directory(path))
      collect(files, path, found);
    else if (path.ends_with(".py"))
      found.push_back(path);
  }
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

std::string entry(DiskFiles& files, const std::string& path) {
  const vramlint::Source* source = files.read(path).source;
  if (!source) throw std::runtime_error(path + " cannot be read");
  const auto module = vramlint::syntax::parse_python(*source);
  if (!module->problems.empty()) throw std::runtime_error(path + ": " + module->problems[0].message.text());
  const std::string tree = vramlint::syntax::write_tree(*module);
  return "    {\"" + path + "\",\n     {{" + literal(source->text()) + ", " + std::to_string(source->text().size()) +
         "},\n      {" + literal(tree) + ", " + std::to_string(tree.size()) + "}}},\n";
}

std::string compiled(const std::string& root) {
  DiskFiles files(root);
  std::vector<std::string> paths;
  collect(files, "", paths);
  std::sort(paths.begin(), paths.end());
  std::string entries;
  for (const std::string& path : paths) entries += entry(files, path);
  return "// Generated from analyzer/prelude.\n#include \"model/prelude.h\"\n\nnamespace vramlint::model {\n\n"
         "const std::map<std::string_view, PreludeFile>& prelude_files() {\n"
         "  static const std::map<std::string_view, PreludeFile> files = {\n" +
         entries + "  };\n  return files;\n}\n\n}  // namespace vramlint::model\n";
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) throw std::runtime_error("usage: prelude_compiler ROOT OUTPUT");
  const std::string error = vramlint::write_file(arguments[2], compiled(arguments[1]));
  if (!error.empty()) throw std::runtime_error(error);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "prelude_compiler: " << error.what() << '\n';
  return 1;
}
