// Recorded output, stage by stage. A case is a folder of tests/golden: a small project, and files *.golden that begin
// with the command (`$ vramlint dump graph config/train.yaml`) and hold its output and exit code. `./dev golden
// --update` writes them anew; what must hold whatever is recorded is tested by the invariants below.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "analyze.h"
#include "program.h"
#include "rules/list.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::filesystem::path> recorded() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / "tests/golden")) {
    if (entry.path().extension() == ".golden") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class Golden : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, IsUnchanged) {
  const std::string expected = read_text(GetParam());
  const std::string command = lines_of(expected).at(0);
  std::vector<std::string> words = words_of(command);
  ASSERT_GT(words.size(), 2U);
  ASSERT_EQ(words[0] + " " + words[1], "$ vramlint");
  words.erase(words.begin(), words.begin() + 2);
  const ProgramRun run = run_program(GetParam().parent_path(), words);
  const std::string actual =
      command + "\n" + run.output + run.errors + "exit code " + std::to_string(run.exit_code) + "\n";
  if (std::getenv("VRAMLINT_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(GetParam(), std::ios::binary) << actual;
  } else {
    EXPECT_EQ(actual, expected) << "if that is right: ./dev golden --update";
  }
}

INSTANTIATE_TEST_SUITE_P(golden, Golden, testing::ValuesIn(recorded()), test_name);

// ---------------------------------------------------------------- what must hold for every case

/// The case's project and its configs, analysed in this process.
struct Case {
  explicit Case(const std::filesystem::path& folder) : files(folder) {
    if (const ReadResult read = files.read("vramlint.yaml")) project = config::load_project(*read.source, files, found);
  }
  Analysis analyse(const std::string& path) {
    const ReadResult read = files.read(path);
    EXPECT_TRUE(read) << path;
    return analyze(*read.source, {files, project.get(), parsed, base_cache, {}, rules::all()});
  }

  DiskFiles files;
  interp::ParsedModules parsed;
  config::BaseCache base_cache;
  Findings found;
  std::unique_ptr<config::Project> project;
};

/// Folder and config of every recorded command that names one.
std::vector<std::pair<std::filesystem::path, std::string>> configs() {
  std::vector<std::pair<std::filesystem::path, std::string>> found;
  for (const std::filesystem::path& file : recorded()) {
    for (const std::string& word : words_of(lines_of(read_text(file)).at(0))) {
      if (word.rfind("config", 0) == 0 && word.find('/') != std::string::npos) {
        found.emplace_back(file.parent_path(), word);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

TEST(Invariant, LabelledBytesSumToThePeak) {
  int estimated = 0;
  for (const auto& [folder, path] : configs()) {
    SCOPED_TRACE(folder.filename().string() + "/" + path);
    const Analysis analysis = Case(folder).analyse(path);
    for (const memory::Timeline& timeline : analysis.timelines) {
      ++estimated;
      Bytes sum;
      for (const Bytes part : timeline.breakdown) sum += part;
      EXPECT_EQ(sum, timeline.peak_allocated);
      EXPECT_EQ(timeline.breakdown[static_cast<int>(Category::unattributed)], Bytes(0));
      EXPECT_LE(timeline.peak_allocated, timeline.peak_reserved);
    }
  }
  EXPECT_GE(estimated, 1);
}

void expect_matched(const memory::Trace& trace) {
  enum class State { never, live, freed };
  std::map<uint32_t, State> states;
  for (const memory::TraceEvent& event : trace.events) {
    if (event.kind == memory::TraceEvent::Kind::allocate) {
      EXPECT_EQ(states[event.id], State::never) << "allocated twice: " << event.id;
      EXPECT_LT(event.label, trace.labels.size());
      states[event.id] = State::live;
    } else if (event.kind == memory::TraceEvent::Kind::free) {
      EXPECT_EQ(states[event.id], State::live) << "freed without being live: " << event.id;
      states[event.id] = State::freed;
    }
  }
}

TEST(Invariant, EveryFreeMatchesAnAllocation) {
  for (const auto& [folder, path] : configs()) {
    SCOPED_TRACE(folder.filename().string() + "/" + path);
    for (const memory::Trace& trace : Case(folder).analyse(path).traces) expect_matched(trace);
  }
}

TEST(Invariant, FindingsAreSortedAndDeterministic) {
  const auto told = [](const Analysis& analysis) {
    std::vector<std::tuple<int, std::string, uint32_t, std::string, std::string>> lines;
    for (const Finding& finding : analysis.findings.sorted()) {
      lines.emplace_back(-static_cast<int>(finding.severity),
                         finding.span ? finding.span.source->path() : std::string(), finding.span.begin, finding.rule,
                         finding.message.text());
    }
    return lines;
  };
  for (const auto& [folder, path] : configs()) {
    SCOPED_TRACE(folder.filename().string() + "/" + path);
    const auto first = told(Case(folder).analyse(path)), second = told(Case(folder).analyse(path));
    EXPECT_EQ(first, second);
    EXPECT_TRUE(std::is_sorted(first.begin(), first.end(), [](const auto& a, const auto& b) {
      return std::tie(std::get<0>(a), std::get<1>(a), std::get<2>(a)) <
             std::tie(std::get<0>(b), std::get<1>(b), std::get<2>(b));
    }));
  }
}

}  // namespace
}  // namespace vramlint::tests
