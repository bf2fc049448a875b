#include "report/telling.h"

#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {

std::string told(const Group& group, const Context& context) {
  const Finding& finding = group.finding;
  std::string text = context.say(finding.message);
  if (const std::string configs = in_configs(group, context); !configs.empty()) text += "\n" + configs;
  for (const Related& item : finding.related) {
    text += "\n" + (item.span ? shown_place(item.span, context) + ": " : std::string()) + context.say(item.message);
  }
  for (const Fix& fix : finding.fixes) text += "\n" + context.say("fix: {0}"_words(shown(fix)));
  return text;
}

}  // namespace vramlint::report
