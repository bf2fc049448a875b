#include <gtest/gtest.h>

#include "config/plain_yaml.h"

namespace vramlint::config {
namespace {

std::string said(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.items()) {
    text += std::to_string(finding.span.start().line) + ":" + std::to_string(finding.span.start().column) + " " +
            finding.rule + "\n";
  }
  return text;
}

TEST(PlainYaml, KeepsKindsAndPlaces) {
  const Source source("a.yaml", "a: 1\nb:\n  - 2.5\n  - yes\n  - '3'\n  - ~\nc: {2: x, true: y}\nlr: 1e-4\n");
  Findings findings;
  std::optional<Config> config = load_plain_yaml(source, findings);
  ASSERT_TRUE(config);
  EXPECT_EQ(said(findings), "");
  // PyYAML 6: {'a': 1, 'b': [2.5, True, '3', None], 'c': {2: 'x', True: 'y'}, 'lr': '1e-4'}
  EXPECT_EQ(to_json(config->root, 0),
            "{\n\"a\": 1,\n\"b\": [\n2.5,\ntrue,\n\"3\",\nnull\n],\n\"c\": {\n\"2\": \"x\",\n\"true\": "
            "\"y\"\n},\n\"lr\": \"1e-4\"\n}");
  EXPECT_EQ(config->root.find_path("b.2")->span.text(), "'3'");
  EXPECT_EQ(config->root.find("c")->mapping()->entries[0].kind, Entry::KeyKind::integer);
}

TEST(PlainYaml, ReadsJsonNumbers) {
  const Source source("a.json", "{\"a\": 1e-4, \"b\": [-2E3, 0.5, \"1e-4\"],\n\t\"c\": null}");
  Findings findings;
  std::optional<Config> config = load_plain_yaml(source, findings);
  ASSERT_TRUE(config) << said(findings);
  EXPECT_EQ(config->root.find("c")->span.source, &source);
  EXPECT_EQ(config->root.find("c")->span.text(), "null");
  EXPECT_EQ(to_json(config->root, 0), "{\n\"a\": 0.0001,\n\"b\": [\n-2000.0,\n0.5,\n\"1e-4\"\n],\n\"c\": null\n}");
}

TEST(PlainYaml, PassesOverCommentsInJson) {
  const Source source("a.json", "{\"url\": \"http://x\" // \"dncnn\" | it's\n/* {\n */, \"b\": 2}\n/* open");
  Findings findings;
  std::optional<Config> config = load_plain_yaml(source, findings);
  ASSERT_TRUE(config) << said(findings);
  EXPECT_EQ(to_json(config->root, 0), "{\n\"url\": \"http://x\",\n\"b\": 2\n}");
  EXPECT_EQ(config->root.find("b")->span.text(), "2");
}

TEST(PlainYaml, WhatIsNoJsonIsRefusedInJsonAlone) {
  for (const char* text : {"{\"a\": 1,}", "{'a': 1}", "a: 1\n"}) {
    Findings findings;
    const Source json("a.json", text), yaml("a.yaml", text);
    EXPECT_FALSE(load_plain_yaml(json, findings)) << text;
    ASSERT_FALSE(findings.items().empty()) << text;
    EXPECT_EQ(findings.items()[0].rule, "invalid-syntax") << text;
    EXPECT_TRUE(load_plain_yaml(yaml, findings)) << text;
  }
}

TEST(PlainYaml, TakesTheLastOfTwoKeysAndSaysSo) {
  const Source source("a.yaml", "a: 1\nb: 2\na: 3\n");
  Findings findings;
  std::optional<Config> config = load_plain_yaml(source, findings);
  ASSERT_TRUE(config);
  EXPECT_EQ(said(findings), "3:1 duplicate-key\n");
  EXPECT_EQ(std::get<int64_t>(config->root.find("a")->value), 3);
  ASSERT_EQ(findings.items()[0].related.size(), 1U);
  EXPECT_EQ(findings.items()[0].related[0].span.start().line, 1);
}

TEST(PlainYaml, RefusesWhatIsNoConfig) {
  auto refusal = [](std::string text) {
    const Source source("a.yaml", std::move(text));
    Findings findings;
    EXPECT_FALSE(load_plain_yaml(source, findings));
    return said(findings);
  };
  EXPECT_EQ(refusal(""), "1:1 invalid-config\n");
  EXPECT_EQ(refusal("- a\n- b\n"), "1:1 invalid-config\n");
  EXPECT_EQ(refusal("a: 1\n---\nb: 2\n"), "3:1 invalid-config\n");
  EXPECT_NE(refusal("a: [1, 2\nb: 3\n").find("invalid-syntax"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::config
