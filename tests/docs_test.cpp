// The manuals hold what they promise: every example of rules/*.md and rules/zh/*.md, of the dialects' pages and of
// README.md is run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "manual.h"
#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

struct Reported {
  std::string rule, level, message, file;
  int line = 0;
};

std::string to_string(const Reported& finding) {
  return finding.file + ":" + std::to_string(finding.line) + ": " + finding.level + " [" + finding.rule + "] " +
         finding.message;
}

std::vector<Reported> check(const Project& project, const std::string& language) {
  const ScratchFolder folder;
  for (const auto& [path, text] : project.files) folder.put(path, text);
  std::vector<std::string> arguments = {"check",     "--root", ".",      "--format", "json",
                                        "--fail-on", "never",  "--lang", language};
  for (const std::string& path : project.configs()) arguments.push_back(path);
  const ProgramRun run = run_program(folder.path(), arguments);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const auto json = nlohmann::json::parse(run.output, nullptr, false);
  std::vector<Reported> findings;
  if (json.is_discarded()) {
    ADD_FAILURE() << "no JSON: " << run.output << run.errors;
    return findings;
  }
  for (const auto& finding : json.at("findings")) {
    const auto& range = finding.at("range");
    findings.push_back({finding.at("rule"), finding.at("level"), finding.at("message"),
                        finding.at("file").is_string() ? finding.at("file").get<std::string>() : "",
                        range.is_object() ? range.at("start").at("line").get<int>() : 0});
  }
  return findings;
}

bool meets(const Reported& finding, const Expectation& expected, const std::string& manual) {
  const std::string& rule = expected.rule.empty() ? manual : expected.rule;
  return finding.file == expected.file && finding.line == expected.line &&
         (expected.kind == "FP" || finding.level == expected.kind) &&
         finding.message.find(expected.text) != std::string::npos && (rule.empty() || finding.rule == rule);
}

/// `rule`: the only one that may speak; "" for any.
void expect_findings(const Project& project, const std::string& rule, const std::string& language = "en") {
  SCOPED_TRACE("## " + project.heading);
  ASSERT_FALSE(project.configs().empty()) << "no file under config/ or configs/";
  std::vector<Reported> findings = check(project, language);
  for (const Expectation& expected : project.expectations()) {
    const auto met = std::find_if(findings.begin(), findings.end(),
                                  [&](const Reported& finding) { return meets(finding, expected, rule); });
    const std::string place = expected.file + ":" + std::to_string(expected.line);
    if (expected.kind == "FN") {
      EXPECT_TRUE(std::none_of(
          findings.begin(), findings.end(),
          [&](const Reported& finding) { return finding.file == expected.file && finding.line == expected.line; }))
          << place << ": no longer missed, mend the manual";
    } else if (met == findings.end()) {
      ADD_FAILURE() << place << ": nothing meets `# " << expected.kind << ": \"" << expected.text << "\"`";
    } else {
      findings.erase(met);
    }
  }
  for (const Reported& finding : findings) ADD_FAILURE() << "unexpected: " << to_string(finding);
}

std::vector<std::string> pages(const std::string& folder) {
  std::vector<std::string> found;
  for (const TreeFile& file : tree_files({folder}, {".md"})) {
    const bool is_inside =
        file.path.rfind(folder + "/", 0) == 0 && file.path.find('/', folder.size() + 1) == std::string::npos;
    if (is_inside && file.path.find("README") == std::string::npos) found.push_back(file.path);
  }
  return found;
}

std::string name_of(const std::string& page) { return std::filesystem::path(page).stem().string(); }

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = name_of(info.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class RulePage : public testing::TestWithParam<std::string> {};

TEST_P(RulePage, ExamplesHold) {
  const Manual manual = parse_manual(read_text(root() / GetParam()));
  bool speaks = false;
  for (const Project& project : manual.projects) {
    expect_findings(project, name_of(GetParam()));
    speaks |= project.heading == "Example" && !project.expectations().empty();
    EXPECT_TRUE(!is_instead(project.heading) || project.expectations().empty()) << "Instead must be silent";
  }
  EXPECT_TRUE(speaks) << "no example in which the rule speaks";
}

/// Rules whose messages are those of Python, or tell what could not be followed.
bool quotes(const std::string& rule) {
  static const std::set<std::string> quoting = {"constructor-raises", "evaluation-too-long", "invalid-config",
                                                "invalid-setting",    "unknown-input-shape", "unresolved-model",
                                                "unsupported-source"};
  return quoting.contains(rule);
}

bool is_chinese(const std::string& text) {
  // The first byte of an ideograph, U+4E00 to U+9FFF.
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0xE4 && c <= 0xE9; });
}

TEST_P(RulePage, SpeaksChinese) {
  const Manual manual = parse_manual(read_text(root() / GetParam()));
  for (const Project& project : manual.projects) {
    if (project.heading != "Example") continue;
    for (const Reported& finding : check(project, "zh"))
      EXPECT_TRUE(is_chinese(finding.message) || quotes(finding.rule)) << to_string(finding);
  }
}

INSTANTIATE_TEST_SUITE_P(rules, RulePage, testing::ValuesIn(pages("rules")), test_name);

/// What is reported by `# error: "…"` is said in the page's language.
std::string without_expectations(const std::string& text) {
  static const std::regex comment(R"rx( *# (?:error|warning|note|FN|FP): ".*)rx");
  return std::regex_replace(text, comment, "");
}

class ChinesePage : public testing::TestWithParam<std::string> {};

TEST_P(ChinesePage, ExamplesHold) {
  for (const Project& project : parse_manual(read_text(root() / GetParam())).projects)
    expect_findings(project, name_of(GetParam()), "zh");
}

TEST_P(ChinesePage, HasTheExamplesOfTheEnglishOne) {
  const auto projects = parse_manual(read_text(root() / GetParam())).projects;
  const auto theirs = parse_manual(read_text(root() / "rules" / (name_of(GetParam()) + ".md"))).projects;
  ASSERT_EQ(projects.size(), theirs.size());
  for (size_t i = 0; i < projects.size(); ++i) {
    ASSERT_EQ(projects[i].files.size(), theirs[i].files.size()) << projects[i].heading;
    for (const auto& [path, text] : projects[i].files)
      EXPECT_EQ(without_expectations(text), without_expectations(theirs[i].files.at(path))) << path;
    EXPECT_EQ(projects[i].expectations().size(), theirs[i].expectations().size()) << projects[i].heading;
  }
}

INSTANTIATE_TEST_SUITE_P(rules, ChinesePage, testing::ValuesIn(pages("rules/zh")), test_name);

class DialectPage : public testing::TestWithParam<std::string> {};

TEST_P(DialectPage, ExamplesHold) {
  const Manual manual = parse_manual(read_text(root() / GetParam()));
  EXPECT_FALSE(manual.projects.empty()) << "no runnable example";
  for (const Project& project : manual.projects) expect_findings(project, "");
}

INSTANTIATE_TEST_SUITE_P(dialects, DialectPage, testing::ValuesIn(pages("analyzer/config/dialects")), test_name);

// `./dev golden --update` puts the new output in.
TEST(Readme, ItsCommandsPrintWhatItShows) {
  std::string text = read_text(root() / "README.md");
  int run_commands = 0;
  for (const Command& command : parse_manual(text).commands) {
    if (command.line.rfind("vramlint ", 0) != 0) continue;
    ++run_commands;
    std::vector<std::string> arguments;
    std::istringstream words(command.line.substr(9));
    for (std::string word; words >> word;) arguments.push_back(word);
    const ProgramRun run = run_program(root() / command.folder, arguments);
    if (std::getenv("VRAMLINT_UPDATE_GOLDEN") == nullptr) {
      EXPECT_EQ(run.output, command.output) << "$ " << command.line << "\n" << run.errors;
      continue;
    }
    const std::string shown = "$ " + command.line + "\n" + command.output;
    text.replace(text.find(shown), shown.size(), "$ " + command.line + "\n" + run.output);
    std::ofstream(root() / "README.md", std::ios::binary) << text;
  }
  EXPECT_GE(run_commands, 1);
}

TEST(Readme, ItsPictureIsWhatTheProgramDraws) {
  const std::filesystem::path picture = root() / "docs/two_months.svg";
  const ProgramRun run =
      run_program(root() / "tests/examples/soil_moisture", {"show", "config/two_months.yaml", "--svg", "-"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  if (std::getenv("VRAMLINT_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(picture, std::ios::binary) << run.output;
  } else {
    EXPECT_TRUE(run.output == read_text(picture)) << "if the picture is to change: ./dev golden --update";
  }
  EXPECT_NE(read_text(root() / "README.md").find("](docs/two_months.svg)"), std::string::npos);
}

// Its files are laid out, and its commands run on them one after the other. `./dev golden --update` puts the new output
// in.
TEST(FineTune, ItsCommandsPrintWhatItShows) {
  std::string text = read_text(root() / "docs/fine-tune.md");
  const Manual manual = parse_manual(text);
  ScratchFolder folder;
  for (const Project& project : manual.projects)
    for (const auto& [path, content] : project.files) folder.put(path, content);
  size_t at = 0, run_commands = 0;
  for (const Command& command : manual.commands) {
    ++run_commands;
    std::vector<std::string> arguments;
    std::istringstream words(command.line.substr(9));
    for (std::string word; words >> word;) arguments.push_back(word);
    const ProgramRun run = run_program(folder.path(), arguments);
    const std::string shown = "$ " + command.line + "\n" + command.output,
                      real = "$ " + command.line + "\n" + run.output;
    if (std::getenv("VRAMLINT_UPDATE_GOLDEN") == nullptr) {
      EXPECT_EQ(run.output, command.output) << "$ " << command.line << "\n" << run.errors;
      continue;
    }
    at = text.find(shown, at);
    text.replace(at, shown.size(), real);
    at += real.size();
  }
  EXPECT_GE(run_commands, 4U);
  if (std::getenv("VRAMLINT_UPDATE_GOLDEN") != nullptr)
    std::ofstream(root() / "docs/fine-tune.md", std::ios::binary) << text;
}

}  // namespace
}  // namespace vramlint::tests
