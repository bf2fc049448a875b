#include "rules/setting_fixes.h"

#include <algorithm>

#include "rules/alternatives.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/unset_settings.h"

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

/// What is not set yet, where training stays the same with it.
std::optional<SettingFix> added_fix(const Analysis& analysis, const Session& session) {
  for (const UnsetSetting& one : unset_settings(analysis, session)) {
    if (!names_checkpointing(one.key)) continue;
    const Analysis after = what_if(analysis, one.edits, session);
    if (!fits_as_known(analysis, after) || !trains_the_same(analysis, after)) continue;
    const std::string setting = "`" + one.key + ": " + one.text + "`";
    return SettingFix{setting,
                      {.title = "Add {0}"_words(setting),
                       .safety = Safety::safe,
                       .edits = one.edits,
                       .effect = effect_of(after.outcome)}};
  }
  return std::nullopt;
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
  std::optional<SettingFix> added = added_fix(analysis, session);
  return added ? added : first;
}

std::optional<SettingFix> neighbour_fix(const Analysis& analysis, const Session& session) {
  for (const Alternative& one : neighbours_settings(analysis, session)) {
    const Analysis after = what_if(analysis, {one.edit}, session);
    if (fits_as_known(analysis, after)) return fix_of(one, analysis, after);
  }
  return std::nullopt;
}

}  // namespace vramlint::rules
