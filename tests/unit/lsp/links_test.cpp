#include "integrations/lsp/links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vramlint::lsp {
namespace {

std::vector<std::string> targets(const std::string& text) {
  std::vector<std::string> found;
  for (const Link& link : base_links(text)) found.push_back(link.target);
  return found;
}

using testing::ElementsAre;

TEST(Links, BasesOfPython) {
  EXPECT_THAT(targets("_base_ = ['../a.py',\n  'b.py',  # 'c.py'\n]\nmodel = 'd.py'\n"),
              ElementsAre("../a.py", "b.py"));
  EXPECT_THAT(targets("_base_ = './a.py'\nx = 1\n"), ElementsAre("./a.py"));
  EXPECT_THAT(targets("_base_ = ['mmseg::a.py']\n_base_list = ['b.py']\n"), ElementsAre());
}

TEST(Links, BasesOfYamlAndJson) {
  EXPECT_THAT(targets("_base_: a.yaml\nmodel: b.yaml\n"), ElementsAre("a.yaml"));
  EXPECT_THAT(targets("_base_:\n  - a.yaml\n  - ../b.yml\nmodel: c.yaml\n"), ElementsAre("a.yaml", "../b.yml"));
  EXPECT_THAT(targets("{\n  \"_base_\": [\"a.json\"],\n \"x\": \"b.json\"}"), ElementsAre("a.json"));
}

TEST(Links, ImportsOfReadBase) {
  const std::string text =
      "from .no import x\nwith read_base():\n    from .._base_.models.fcn import *\n    from .b import y\nfrom .no2 "
      "import z\n";
  EXPECT_THAT(targets(text), ElementsAre("../_base_/models/fcn.py", "b.py"));
  const Link first = base_links(text).front();
  EXPECT_EQ(text.substr(first.begin, first.end - first.begin), ".._base_.models.fcn");
}

TEST(Links, AnyTextEnds) {
  const std::string text = "_base_ = [\n'a.py', \nwith read_base():\n    from . import";
  for (size_t i = 0; i <= text.size(); ++i) base_links(text.substr(0, i));
  EXPECT_THAT(targets(text.substr(0, 18)), ElementsAre("a.py"));
}

}  // namespace
}  // namespace vramlint::lsp
