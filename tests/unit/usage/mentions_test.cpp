#include "usage/mentions.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vramlint::usage {
namespace {

struct Read {
  explicit Read(const std::string& program)
      : source("program.py", program), text(read_text(syntax::parse_python(source))) {}
  Source source;
  ModuleText text;

  const Mention* find(const std::string& name, Mention::Form form) const {
    const auto found = std::find_if(text.mentions.begin(), text.mentions.end(),
                                    [&](const Mention& one) { return one.name == name && one.form == form; });
    return found == text.mentions.end() ? nullptr : &*found;
  }
};

TEST(Mentions, TellsReadsOfEntriesFromWords) {
  const Read read(R"(
lr = cfg["lr"]
wd = cfg.get("weight_decay", 0)
size = cfg.data.size
names = ["dropout"]
build(momentum=0.9)
)");
  EXPECT_TRUE(read.find("lr", Mention::Form::access));
  EXPECT_TRUE(read.find("weight_decay", Mention::Form::access));
  EXPECT_TRUE(read.find("data", Mention::Form::attribute));
  EXPECT_TRUE(read.find("size", Mention::Form::attribute));
  EXPECT_TRUE(read.find("dropout", Mention::Form::word));
  EXPECT_TRUE(read.find("momentum", Mention::Form::parameter));
  EXPECT_FALSE(read.find("dropout", Mention::Form::access));
}

TEST(Mentions, KnowsOptionsOfTheCommandLineByTheirDestination) {
  const Read read("parser.add_argument('--max-grad-norm', type=float)\n");
  EXPECT_TRUE(read.find("max_grad_norm", Mention::Form::always));
}

TEST(Mentions, SaysWhetherASectionGoesOnAsAWhole) {
  const Read read("a = cfg['optimizer']\nb = cfg['model']['width']\n");
  ASSERT_TRUE(read.find("optimizer", Mention::Form::access));
  EXPECT_TRUE(read.find("optimizer", Mention::Form::access)->passes_on);
  ASSERT_TRUE(read.find("model", Mention::Form::access));
  EXPECT_FALSE(read.find("model", Mention::Form::access)->passes_on);
}

TEST(Mentions, PartsAModuleIntoDefinitions) {
  const Read read(R"(
class Settings:
    def __init__(self, cfg):
        self.model = cfg.get("model")

@register
def build():
    return Settings

if __name__ == "__main__":
    build()
)");
  ASSERT_EQ(read.text.definitions.size(), 4U);
  EXPECT_EQ(read.text.definitions[1].name, "Settings");
  EXPECT_FALSE(read.text.definitions[1].is_asked_for);
  EXPECT_TRUE(read.text.definitions[2].is_asked_for) << "a decorator may register it";
  EXPECT_TRUE(read.text.definitions[3].is_main);
  EXPECT_EQ(read.find("model", Mention::Form::access)->definition, 1U);
}

TEST(Mentions, PassesOverWhatOnlyTypeCheckersRead) {
  const Read read(R"(
import typing
if typing.TYPE_CHECKING:
    import never
    width = cfg["width"]
else:
    import always
if TYPE_CHECKING:
    from never import more
)");
  ASSERT_EQ(read.text.imports.size(), 2);
  EXPECT_EQ(read.text.imports[0].module, "typing");
  EXPECT_EQ(read.text.imports[1].module, "always");
  EXPECT_FALSE(read.find("width", Mention::Form::access));
}

}  // namespace
}  // namespace vramlint::usage
