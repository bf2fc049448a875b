#include "integrations/cli/spoken.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integrations/cli/commands.h"
#include "integrations/cli/pages.h"

namespace vramlint::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

CommandPage program() {
  CommandPage check{.name = "check", .text = "check: configs"};
  check.options = {{.names = {"--color"}, .type = "WHEN", .text = "it's [auto]", .choices = {"auto", "never"}},
                   {.names = {"PATH"}, .text = ".configs", .is_argument = true}};
  return {.name = "vramlint", .text = "what it is", .footer = "exits\n.so", .commands = {check, {.name = "explain"}}};
}

TEST(Spoken, CommandsStayAndPathsAreChecked) {
  EXPECT_EQ(spoken({"check", "a.yaml"}, program()), (Words{"check", "a.yaml"}));
  EXPECT_EQ(spoken({"--version"}, program()), Words{"--version"});
  EXPECT_EQ(spoken({"version"}, program()), Words{"--version"});
  EXPECT_EQ(spoken({"configs/a.yaml", "--jobs", "1"}, program()), (Words{"check", "configs/a.yaml", "--jobs", "1"}));
  EXPECT_EQ(spoken({"/"}, program()), (Words{"check", "/"}));
}

TEST(Spoken, HelpIsAWord) {
  EXPECT_EQ(spoken({"help"}, program()), Words{"--help"});
  EXPECT_EQ(spoken({"help", "check"}, program()), (Words{"check", "--help"}));
}

std::string complaint(const std::string& word) {
  try {
    spoken({word}, program());
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(Spoken, AMisspeltCommandIsToldTheOneThatIsMeant) {
  EXPECT_THAT(complaint("chek"), HasSubstr("did you mean `check`?"));
  EXPECT_THAT(complaint("explian"), HasSubstr("did you mean `explain`?"));
  EXPECT_THAT(complaint("zzzzzz"), HasSubstr("no command or file 'zzzzzz';"));
}

TEST(Pages, RoffHasNoRequestsButOurs) {
  const std::string page = man_page(program(), "1.2.3");
  EXPECT_THAT(page, HasSubstr("\n\\&.configs\n"));
  EXPECT_THAT(page, HasSubstr("\n\\&.so\n"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-color \\fIWHEN\\fR"));
  EXPECT_THAT(page, HasSubstr("One of auto, never."));
}

TEST(Pages, CompletionsHoldNothingThatAShellWouldRun) {
  EXPECT_THAT(completions(program(), "bash"), HasSubstr("check:--color) words='auto never' ;;"));
  EXPECT_THAT(completions(program(), "zsh"), HasSubstr("'*--color[it'\\''s \\[auto\\]]:WHEN:(auto never)'"));
  EXPECT_THAT(completions(program(), "fish"), HasSubstr("-l color -x -a 'auto never' -d 'it'\\''s [auto]'"));
}

}  // namespace
}  // namespace vramlint::cli
