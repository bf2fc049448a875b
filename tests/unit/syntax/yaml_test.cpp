#include <gtest/gtest.h>

#include <chrono>

#include "tables.h"
#include "yaml_dump.h"

namespace vramlint::syntax {
namespace {

constexpr TableRow kDocuments[] = {
#include "yaml_documents.inc"
};
constexpr TableRow kScalars[] = {
#include "yaml_scalars.inc"
};
constexpr std::string_view kRefused[] = {
#include "yaml_refused.inc"
};

std::string scalar_text(std::string_view text) {
  YamlNode node;
  std::visit([&](auto&& value) { node.value = value; }, resolve_plain_scalar(text));
  return to_text(node);
}

TEST(YamlScalars, MeanWhatPyYamlMakesOfThem) {
  for (const TableRow& row : kScalars) {
    std::string expected(row.expected);
    // An integer beyond 64 bits stays as it was written; PyYAML's number says that it is one.
    if (expected.starts_with("<big_integer")) expected = "<big_integer " + std::string(row.text) + ">";
    EXPECT_EQ(scalar_text(row.text), expected) << row.text;
  }
}

TEST(YamlDocuments, HoldWhatPyYamlLoads) {
  for (const TableRow& row : kDocuments) {
    const Source source("a.yaml", std::string(row.text));
    const YamlFile file = parse_yaml(source);
    std::string text;
    for (const YamlPtr& document : file.documents) text += to_text(*document) + "\n";
    std::string expected(row.expected);
    const size_t big = expected.find("<big_integer ");
    if (big != std::string::npos) {
      EXPECT_NE(text.find("<big_integer "), std::string::npos) << row.text;
    } else {
      EXPECT_EQ(text, expected) << row.text;
    }
    for (const Problem& problem : file.problems)
      EXPECT_EQ(problem.kind, ProblemKind::duplicate_key) << row.text << problem.message.text();
  }
}

TEST(YamlDocuments, TakeHalvesOfSurrogatePairs) {
  const Source source("a.yaml", "a: \"\\ud83d\\uDE00 \\\\ud83d\"  # vramlint\nb: 1\n");
  const YamlFile file = parse_yaml(source);
  ASSERT_TRUE(file.problems.empty()) << file.problems[0].message.text();
  const auto& entries = std::get<YamlMapping>(file.documents[0]->value).entries;
  EXPECT_EQ(std::get<std::string>(entries[0].value->value), "\uFFFD\uFFFD \\ud83d");
  EXPECT_EQ(entries[0].value->span.text(), "\"\\ud83d\\uDE00 \\\\ud83d\"");
  EXPECT_EQ(entries[1].key->span.text(), "b");
}

TEST(YamlDocuments, RefuseWhatPyYamlRefuses) {
  for (const std::string_view text : kRefused) {
    const Source source("a.yaml", std::string(text));
    EXPECT_FALSE(parse_yaml(source).problems.empty()) << text;
  }
}

std::string spans(std::string text) {
  const Source source("a.yaml", std::move(text));
  const YamlFile file = parse_yaml(source);
  return file.documents.empty() ? "nothing" : to_text_with_spans(*file.documents[0]);
}

TEST(YamlSpans, AreTheTokensOfTheNode) {
  EXPECT_EQ(spans("a: 1 # c\n"), "{'a'⟨a⟩: 1⟨1⟩}⟨a: 1⟩");
  EXPECT_EQ(spans("a: 'it''s' # c\n"), "{'a'⟨a⟩: 'it\\x27s'⟨'it''s'⟩}⟨a: 'it''s'⟩");
  EXPECT_EQ(spans("\"k\": \"x\\\"y\"\n"), "{'k'⟨\"k\"⟩: 'x\"y'⟨\"x\\\"y\"⟩}⟨\"k\": \"x\\\"y\"⟩");
  EXPECT_EQ(spans("a: [1, {b: c, }, ] # d\n"),
            "{'a'⟨a⟩: [1⟨1⟩, {'b'⟨b⟩: 'c'⟨c⟩}⟨{b: c, }⟩]⟨[1, {b: c, }, ]⟩}⟨a: [1, {b: c, }, ]⟩");
  EXPECT_EQ(spans("a:\n- x\n- y z\n\n"), "{'a'⟨a⟩: ['x'⟨x⟩, 'y z'⟨y z⟩]⟨- x\n- y z⟩}⟨a:\n- x\n- y z⟩");
  EXPECT_EQ(spans("é: 日本 # c\n"), "{'é'⟨é⟩: '日本'⟨日本⟩}⟨é: 日本⟩");
  EXPECT_EQ(spans("a: one\n  two\nb: 1\n"), "{'a'⟨a⟩: 'one two'⟨one\n  two⟩, 'b'⟨b⟩: 1⟨1⟩}⟨a: one\n  two\nb: 1⟩");
  EXPECT_EQ(spans("a: |\n  x\n   y\n\nb: 1\n"),
            "{'a'⟨a⟩: 'x\\x0a y\\x0a'⟨|\n  x\n   y⟩, 'b'⟨b⟩: 1⟨1⟩}⟨a: |\n  x\n   y\n\nb: 1⟩");
  EXPECT_EQ(spans("a: &n !!str 1\r\nb: 2\r\n"), "{'a'⟨a⟩: '1'⟨1⟩, 'b'⟨b⟩: 2⟨2⟩}⟨a: &n !!str 1\r\nb: 2⟩");
}

TEST(YamlSpans, AnEmptyValueStandsBehindItsColon) {
  const Source source("a.yaml", "a:\n\nb:   # c\nc: 1\n");
  const YamlFile file = parse_yaml(source);
  const auto& entries = std::get<YamlMapping>(file.documents.at(0)->value).entries;
  EXPECT_EQ(entries[0].value->span.begin, 2U);
  EXPECT_EQ(entries[0].value->span.end, 2U);
  EXPECT_EQ(entries[1].value->span.begin, 6U);
  EXPECT_EQ(spans("- \n- a\n"), "[None⟨⟩, 'a'⟨a⟩]⟨- \n- a⟩");
}

TEST(YamlSpans, AnAliasIsTheAnchoredNode) {
  const Source source("a.yaml", "a: &x [1]\nb: *x\nc: {<<: {d: 2}, e: 3}\n");
  const YamlFile file = parse_yaml(source);
  const auto& entries = std::get<YamlMapping>(file.documents.at(0)->value).entries;
  EXPECT_EQ(entries[0].value, entries[1].value);
  EXPECT_EQ(entries[1].value->span.text(), "[1]");
  const auto& merged = std::get<YamlMapping>(entries[2].value->value).entries;
  EXPECT_EQ(merged[0].key->span.text(), "d");
}

TEST(Yaml, QuotedScalarsAreMarked) {
  const Source source("a.yaml", "[a, 'a', \"a\", !!str a]");
  const YamlFile file = parse_yaml(source);
  const auto& items = std::get<YamlSequence>(file.documents.at(0)->value).items;
  EXPECT_FALSE(items[0]->quoted);
  EXPECT_TRUE(items[1]->quoted);
  EXPECT_TRUE(items[2]->quoted);
  EXPECT_FALSE(items[3]->quoted);
}

TEST(Yaml, AnEmptyFileHasNoDocument) {
  for (const char* text : {"", "\n\n", "# only a comment\n"}) {
    const Source source("a.yaml", text);
    EXPECT_TRUE(parse_yaml(source).documents.empty()) << text;
  }
}

struct Fault {
  const char* text;
  int line, column;
  const char* message;
};

TEST(YamlProblems, StandWhereTheFaultIs) {
  const Fault rows[] = {
      {"a: 1\nb: [1, 2\nc: 3\n", 2, 4, "`[` is not closed"},
      {"a: {x: 1\nb: 2\n", 1, 4, "`{` is not closed"},
      {"a:\n\t- b\n", 2, 1, "tab in the indentation"},
      {"a:\t1\n", 1, 3, "tab"},
      {"a: 'x\nb: 1\n", 1, 4, "quote is not closed"},
      {"a: b: c\n", 1, 5, "needs quotes"},
      {"a: @x\n", 1, 4, "needs quotes"},
      {"a: *none\n", 1, 4, "not defined"},
      {"  a: 1\n b: 2\n", 2, 2, "indentation"},
      {"a: 1\n- b\n", 2, 1, "indentation"},
      {"a: \x01\n", 1, 4, "control character"},
      {"<<: 3\n", 1, 5, "merge key"},
      {"[a]: 1\n", 1, 1, "cannot be a key"},
      {"a: [1,,2]\n", 1, 7, "missing"},
  };
  for (const Fault& row : rows) {
    const Source source("a.yaml", row.text);
    const YamlFile file = parse_yaml(source);
    ASSERT_EQ(file.problems.size(), 1U) << row.text;
    EXPECT_EQ(file.problems[0].kind, ProblemKind::syntax_error) << row.text;
    EXPECT_EQ(file.problems[0].span.start(), (Position{row.line, row.column}))
        << row.text << file.problems[0].message.text();
    EXPECT_NE(file.problems[0].message.text().find(row.message), std::string::npos)
        << row.text << file.problems[0].message.text();
  }
}

TEST(YamlProblems, ADuplicateKeyNamesTheFirst) {
  const Source source("a.yaml", "batch: 1\nlr: 2\nbatch: 3\n");
  const YamlFile file = parse_yaml(source);
  ASSERT_EQ(file.problems.size(), 1U);
  EXPECT_EQ(file.problems[0].kind, ProblemKind::duplicate_key);
  EXPECT_EQ(file.problems[0].span.start(), (Position{3, 1}));
  EXPECT_EQ(file.problems[0].related.start(), (Position{1, 1}));
  EXPECT_EQ(to_text(*file.documents[0]), "{'batch': 3, 'lr': 2}");
}

TEST(YamlProblems, TypographicQuotesArePartOfTheText) {
  const Source source("a.yaml", "a: [“loop3”, \"“x”\", say “so”]\n‘b’: «c»\n");
  const YamlFile file = parse_yaml(source);
  ASSERT_EQ(file.problems.size(), 3U) << "what is quoted, or ends without, is meant so";
  for (const Problem& problem : file.problems) EXPECT_EQ(problem.kind, ProblemKind::typographic_quotes);
  EXPECT_EQ(file.problems[0].span.text(), "“loop3”");
  EXPECT_EQ(file.problems[1].span.text(), "‘b’");
  EXPECT_EQ(file.problems[2].span.text(), "«c»");
  EXPECT_EQ(to_text(*file.documents[0]), "{'a': ['“loop3”', '“x”', 'say “so”'], '‘b’': '«c»'}");
}

TEST(YamlProblems, DocumentsBeforeTheFaultStay) {
  const Source source("a.yaml", "a: 1\n---\nb: [\n");
  const YamlFile file = parse_yaml(source);
  ASSERT_EQ(file.documents.size(), 2U);
  EXPECT_EQ(to_text(*file.documents[0]), "{'a': 1}");
  EXPECT_EQ(to_text(*file.documents[1]), "None");
}

std::string yaml_repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string bomb(int levels) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i <= levels; ++i) {
    const std::string alias = "*a" + std::to_string(i - 1);
    text +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + alias + yaml_repeated(", " + alias, 9) + "]\n";
  }
  return text;
}

TEST(YamlProblems, HostileTextsEndSoonInAProblem) {
  const std::pair<const char*, std::string> rows[] = {
      {"flow lists", yaml_repeated("[", 10000) + yaml_repeated("]", 10000)},
      {"flow mappings", yaml_repeated("{a: ", 10000)},
      {"dashes", yaml_repeated("- ", 10000)},
      {"questions", yaml_repeated("? ", 10000)},
      {"ten megabytes", yaml_repeated("key: value\n", (10 << 20) / 11)},
      {"alias bomb", bomb(30)},
      {"an alias to its own list", "a: &x [*x]\n"},
      {"unclosed", yaml_repeated("[", 300000)},
  };
  for (const auto& [name, text] : rows) {
    const Source source("a.yaml", text);
    const auto begin = std::chrono::steady_clock::now();
    const YamlFile file = parse_yaml(source);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ASSERT_EQ(file.problems.size(), 1U) << name;
    EXPECT_EQ(file.problems[0].kind, ProblemKind::too_complex) << name;
    EXPECT_EQ(to_text(*file.documents.back()), "None") << name;
    EXPECT_LT(seconds.count(), 5.0) << name;
  }
}

TEST(YamlProblems, AMillionValuesMayCostNothing) {
  // 10 * (1 + 10 + … + 10^4) values and the lists around them: below the limit, and shared.
  const Source source("a.yaml", bomb(4));
  EXPECT_TRUE(parse_yaml(source).problems.empty());
}

}  // namespace
}  // namespace vramlint::syntax
