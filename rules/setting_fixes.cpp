#include "rules/setting_fixes.h"

#include <algorithm>

#include "rules/alternatives.h"
#include "rules/effect.h"
#include "rules/harm.h"

namespace vramlint::rules {
namespace {

SettingFix fix_of(const Alternative& one, const Analysis& before, const Analysis& after) {
  const std::string setting = "`" + one.key + ": " + one.text + "`";
  const bool is_new = one.edit.span.begin == one.edit.span.end;
  Words title = is_new ? "Add {0}"_words(setting) : "Set `{0}` to {1}"_words(one.key, one.text);
  if (!one.from.empty()) title = "{0}, as `{1}` has it"_words(title, one.from);
  return {setting,
          {.title = std::move(title),
           .safety = trains_the_same(before, after) ? Safety::safe : Safety::unsafe,
           .edits = {one.edit},
           .effect = effect_of(after.outcome)}};
}

}  // namespace

std::optional<SettingFix> switch_fix(const Analysis& analysis, const Session& session) {
  std::optional<SettingFix> first;
  for (const Alternative& one : switches(analysis)) {
    const Analysis after = what_if(analysis, {one.edit}, session);
    if (!fits_as_known(analysis, after)) continue;
    SettingFix found = fix_of(one, analysis, after);
    if (found.fix.safety == Safety::safe) return found;
    if (!first) first = std::move(found);
  }
  return first;
}

std::optional<SettingFix> neighbour_fix(const Analysis& analysis, const Session& session) {
  for (const Alternative& one : neighbours_settings(analysis, session)) {
    const Analysis after = what_if(analysis, {one.edit}, session);
    if (fits_as_known(analysis, after)) return fix_of(one, analysis, after);
  }
  return std::nullopt;
}

}  // namespace vramlint::rules
