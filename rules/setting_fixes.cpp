#include "rules/setting_fixes.h"

#include <span>

#include "rules/alternatives.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/trial.h"
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
    if (!names_checkpointing(one.key) && !one.of_results) continue;
    const std::optional<Analysis> after = try_to_fit(analysis, one.edits, session);
    if (!after || !fits_as_known(analysis, *after) || !trains_the_same(analysis, *after)) continue;
    const std::string setting = "`" + one.key + ": " + one.text + "`";
    return SettingFix{setting,
                      {.title = "Add {0}"_words(setting),
                       .safety = Safety::safe,
                       .edits = one.edits,
                       .effect = effect_of(after->outcome)}};
  }
  return std::nullopt;
}

class SwitchSearch {
 public:
  SwitchSearch(const Analysis& analysis, const Session& session) : analysis_(analysis), session_(session) {}

  /// The first that is safe, else the first of all.
  std::optional<SettingFix> among(std::span<const Alternative> some) const {
    if (some.size() < 2) return some.empty() ? std::nullopt : alone(some.front());
    return leave_peak_alone_together(some) ? std::nullopt : among_changing(some);
  }

 private:
  using Some = std::span<const Alternative>;

  bool leave_peak_alone_together(Some some) const {
    std::vector<Edit> all;
    for (const Alternative& one : some) all.push_back(one.edit);
    return leave_peak_alone(analysis_, all, session_);
  }

  /// Of those that change the peak together: where the first half does not, the second does.
  std::optional<SettingFix> among_changing(Some some) const {
    if (some.size() == 1) return alone(some.front());
    const Some first = some.first(some.size() / 2), second = some.subspan(some.size() / 2);
    if (first.size() > 1 && leave_peak_alone_together(first)) return among_changing(second);
    std::optional<SettingFix> found = among_changing(first);
    if (found && found->fix.safety == Safety::safe) return found;
    std::optional<SettingFix> other = among(second);
    return !found || (other && other->fix.safety == Safety::safe) ? other : found;
  }

  std::optional<SettingFix> alone(const Alternative& one) const {
    const std::optional<Analysis> after = try_to_fit(analysis_, {one.edit}, session_);
    return after && fits_as_known(analysis_, *after) ? std::optional(fix_of(one, analysis_, *after)) : std::nullopt;
  }

  const Analysis& analysis_;
  const Session& session_;
};

}  // namespace

std::optional<SettingFix> switch_fix(const Analysis& analysis, const Session& session) {
  const std::vector<Alternative> all = switches(analysis);
  std::optional<SettingFix> found = SwitchSearch(analysis, session).among(all);
  if (found && found->fix.safety == Safety::safe) return found;
  std::optional<SettingFix> added = added_fix(analysis, session);
  return added ? added : found;
}

std::optional<SettingFix> neighbour_fix(const Analysis& analysis, const Session& session) {
  for (const Alternative& one : neighbours_settings(analysis, session)) {
    const std::optional<Analysis> after = try_to_fit(analysis, {one.edit}, session);
    if (after && fits_as_known(analysis, *after)) return fix_of(one, analysis, *after);
  }
  return std::nullopt;
}

}  // namespace vramlint::rules
