#include "manual.h"

#include <regex>

#include "source_tree.h"

namespace vramlint::tests {
namespace {

bool is_checked(const std::string& path) {
  const bool below = path.rfind("config/", 0) == 0 || path.rfind("configs/", 0) == 0;
  return below && path.find("/_base_/") == std::string::npos;
}

class ManualParser {
 public:
  Manual parse(const std::string& markdown) {
    for (const std::string& line : lines_of(markdown)) {
      if (!in_block_) {
        read_prose(line);
      } else if (line == "```") {
        in_block_ = false;
        take_block();
      } else {
        block_ += line + "\n";
      }
    }
    return std::move(manual_);
  }

 private:
  void read_prose(const std::string& line) {
    static const std::regex file_name("`([^`]+)`"), folder("In `([^`]+)`.*");
    std::smatch match;
    if (line.rfind("## ", 0) == 0) {
      heading_ = line.substr(3);
    } else if (line.rfind("```", 0) == 0) {
      in_block_ = true;
      language_ = line.substr(3);
      block_.clear();
    } else if (std::regex_match(line, match, file_name)) {
      file_ = match[1];
    } else if (std::regex_match(line, match, folder)) {
      folder_ = match[1];
    } else if (!line.empty()) {
      file_.clear();
    }
  }

  void take_block() {
    if (language_ == "console") {
      for (const std::string& line : lines_of(block_)) {
        if (line.rfind("$ ", 0) == 0) {
          manual_.commands.push_back({line.substr(2), "", folder_});
        } else if (!manual_.commands.empty()) {
          manual_.commands.back().output += line + "\n";
        }
      }
    } else if (!file_.empty()) {
      project().files[file_] = block_;
    }
    file_.clear();
  }

  Project& project() {
    if (manual_.projects.empty() || manual_.projects.back().heading != heading_) {
      Project fresh{heading_, {}};
      if (is_instead(heading_)) {
        for (const auto& [path, text] : manual_.projects.at(0).files) {
          if (!is_checked(path)) fresh.files[path] = text;
        }
      }
      manual_.projects.push_back(fresh);
    }
    return manual_.projects.back();
  }

  Manual manual_;
  std::string heading_, file_, folder_, language_, block_;
  bool in_block_ = false;
};

}  // namespace

bool is_instead(const std::string& heading) { return heading == "Instead" || heading == "应改为"; }

std::vector<std::string> Project::configs() const {
  std::vector<std::string> paths;
  for (const auto& [path, text] : files) {
    if (is_checked(path)) paths.push_back(path);
  }
  return paths;
}

std::vector<Expectation> Project::expectations() const {
  static const std::regex comment(
      R"rx(# (error|warning|note|FN|FP): "(.*?)"(?: \[([a-z0-9-]+)\])?\s*(?=$|# (?:error|warning|note|FN|FP):))rx");
  std::vector<Expectation> found;
  for (const auto& [path, text] : files) {
    int number = 0;
    for (const std::string& line : lines_of(text)) {
      ++number;
      for (std::sregex_iterator match(line.begin(), line.end(), comment), end; match != end; ++match)
        found.push_back({path, number, (*match)[1], (*match)[2], (*match)[3]});
    }
  }
  return found;
}

Manual parse_manual(const std::string& markdown) { return ManualParser().parse(markdown); }

}  // namespace vramlint::tests
