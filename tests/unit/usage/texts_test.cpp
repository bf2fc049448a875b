// Values of a config that go into texts: shown and nothing else, or used by what becomes of the text.
#include <gtest/gtest.h>

#include "project.h"

namespace vramlint::usage {
namespace {

constexpr const char* kConfig = "model:\n  name: fno\n  width: 64\n  layers: [64, 64]\nrun: 7\n";

const std::string kReport = R"(
import time, yaml

def table(model):
    rows = [f"| name | {model.get('name', '-')} |", f"| channels | {model.get('width', '-')} |"]
    return "\n".join(rows)

def report(page, cfg, pictures=None):
    page = page.replace("DATE", f"on {time.time()}")
    page = page.replace("TABLE", table(cfg["model"]))
    if "RUN" in page:
        page = page.replace("RUN", "run %d" % cfg["run"])
    if pictures:
        page = page.replace("PICTURES", "\n".join(pictures))
    else:
        page = page.replace("PICTURES", "none")
    return page

cfg = yaml.safe_load(open("config.yaml"))
sizes = [n * 2 for n in cfg["model"]["layers"]]
with open("page.md") as file:
    page = report(file.read(), cfg)
)";

struct Reporting : Project {
  Reporting() { put("page.md", "DATE\nTABLE\nRUN\nPICTURES\n"); }
};

TEST(Texts, WhatOnlyAReportTellsHasNoEffect) {
  Reporting project;
  const std::string shows = "with open('out.md', 'w') as file:\n    file.write(page)\nprint(page)\n";
  const Usage usage = project.usage(kReport + shows, kConfig);
  EXPECT_EQ(ineffective(usage), (Names{"model.width", "run"})) << "a name is there to be shown";
  ASSERT_FALSE(usage.ineffective.empty());
  EXPECT_NE(usage.ineffective[0].message.text().find("it is only written into a text for `file.write`"),
            std::string::npos);
}

TEST(Texts, WhatBecomesOfTheTextIsAUse) {
  for (const char* uses : {"import hashlib\nfolder = hashlib.md5(page.encode()).hexdigest()\n", "assert page != 'x'\n",
                           "import nowhere\nnowhere.upload(page)\n", "if page.endswith('!'):\n    raise KeyError()\n",
                           "open(page.split()[0])\n", "for line in page:\n    folder = line\n"}) {
    Reporting project;
    EXPECT_TRUE(ineffective(project.usage(kReport + uses, kConfig)).empty()) << uses;
  }
}

TEST(Texts, ABranchOnOneThatDoesMoreThanEditItIsAUse) {
  Reporting project;
  const std::string decides = "if 'channels' in page:\n    sizes.append(3)\nprint(page)\n";
  EXPECT_TRUE(ineffective(project.usage(kReport + decides, kConfig)).empty());
}

// 300 keys in one text, which then decides: more than a value's origin holds.
TEST(Texts, KeysThatATextHasNoRoomForAreInDoubt) {
  std::string config, reads = "import yaml\ncfg = yaml.safe_load(open('config.yaml'))\ntext = ''\n";
  for (int i = 0; i < 300; ++i) {
    const std::string name = "k" + std::to_string(i);
    config += name + ": " + std::to_string(i) + "\n";
    reads += "text = f\"{text} {cfg['" + name + "']}\"\n";
  }
  Project shown, hashed;
  EXPECT_EQ(ineffective(shown.usage(reads + "print(text)\n", config)).size(), 256u);
  EXPECT_TRUE(ineffective(hashed.usage(reads + "open(text)\n", config)).empty());
}

TEST(Texts, AConfigThatIsWrittenOutAsAWholeUsesNoneOfIt) {
  Project project;
  const Usage usage = project.usage(
      "import yaml\ncfg = yaml.safe_load(open('config.yaml'))\nimport nowhere\nnowhere.keep(str(cfg))\n", kConfig);
  EXPECT_EQ(unread(usage), (Names{"model", "run"}));
}

}  // namespace
}  // namespace vramlint::usage
