// In these texts a `# yes` is a comment and a `# no` is none, as the languages' own readers say: PyYAML's values and
// bash's output hold every `# no`, CPython's tokenize calls every `# yes` a COMMENT.
#include "syntax/comments.h"

#include <gtest/gtest.h>

namespace vramlint::syntax {
namespace {

size_t count(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

void expect_comments(const std::string& path, const std::string& text) {
  const Source source(path, text);
  const std::optional<Commented> language = commented_language(source);
  ASSERT_TRUE(language) << path;
  const std::vector<Comment> comments = comments_of(source, *language);
  for (const Comment& comment : comments) EXPECT_TRUE(comment.span.text().starts_with("# yes")) << comment.span.text();
  EXPECT_EQ(comments.size(), count(text, "# yes")) << text;
}

TEST(Comments, OfYaml) {
  expect_comments("a.yaml",
                  "# yes\n"
                  "plain: a# no\n"
                  "address: http://x/#no  # yes\n"
                  "single: 'it''s # no'  # yes\n"
                  "double: \"a \\\" # no\"  # yes: '\n"
                  "over lines: \"a\n  # no\n  b\"\n"
                  "\"# no\": 1\n"
                  "flow: [1, # yes\n  '# no', {a: b # yes }\n  }] # yes\n"
                  "literal: |  # yes\n"
                  "  # no\n"
                  "  text # no\n"
                  "\n"
                  "  # no\n"
                  "# yes\n"
                  "folded: &anchor !!str >-\n"
                  "    # no\n"
                  "  # yes\n"
                  "list:\n"
                  "- |2\n"
                  "    # no\n"
                  "  # no\n"
                  "- a   # yes\n"
                  "again: *anchor # yes\n"
                  "empty: # yes\n"
                  "--- # yes\n"
                  "second: document # yes");
}

TEST(Comments, OfYamlWithCarriageReturns) {
  const Source source("a.yml", "a: 1  # yes\r\nb: |\r\n  # no\r\n# yes \r\n");
  const std::vector<Comment> comments = comments_of(source, Commented::yaml);
  ASSERT_EQ(comments.size(), 2U);
  EXPECT_EQ(comments[0].span.text(), "# yes");
  EXPECT_FALSE(comments[0].alone);
  EXPECT_EQ(comments[1].span.text(), "# yes");
  EXPECT_TRUE(comments[1].alone);
}

TEST(Comments, NoneOfYamlThatCannotBeRead) {
  EXPECT_TRUE(comments_of(Source("a.yaml", "a: [1\nb: 2 # yes\n"), Commented::yaml).empty());
}

TEST(Comments, OfPython) {
  expect_comments("a.py",
                  "# yes: the first line\n"
                  "'''doc # no\n# no\n'''\n"
                  "x = 'a # no'  # yes\n"
                  "y = \"\"\"# no\n# no\"\"\"  # yes\n"
                  "z = f'{x} # no' r'\\# no'\n"
                  "def f(a,  # yes\n      b):\n    # yes\n    return [a,\n            # yes\n            b]\n"
                  "if x:  # yes\n    pass\n# yes");
}

TEST(Comments, OfPythonWithAMistake) { expect_comments("a.py", "x = (1,\ny = 'a # no'  # yes\n# yes\n"); }

TEST(Comments, OfShell) {
  expect_comments("run.sh",
                  "# yes\n"
                  "A=1 # yes\n"
                  "echo a#no '# no' \"# no\" ${A#no} \\# no $# # yes\n"
                  "cat <<EOF # yes\n# no\nEOF\n"
                  "if [ $A = 1 ]; then # yes\n  python train.py \\\n    --name x # yes\nfi\n"
                  "LIST=(a # yes\n  b '# no')\n"
                  "f() { # yes\n  echo $(date # yes\n  )\n}\n");
}

TEST(Comments, LanguageByNameOrFirstLine) {
  EXPECT_EQ(commented_language(Source("launch", "#!/bin/bash -e\n")), Commented::shell);
  EXPECT_EQ(commented_language(Source("launch", "#!/usr/bin/env python3\n")), Commented::python);
  EXPECT_FALSE(commented_language(Source("config.json", "{}")));
  EXPECT_FALSE(commented_language(Source("notes", "# x")));
}

}  // namespace
}  // namespace vramlint::syntax
