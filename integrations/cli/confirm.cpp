#include "integrations/cli/confirm.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "integrations/cli/parallel.h"

namespace vramlint::cli {
namespace {

using Key = std::vector<std::tuple<const Source*, uint32_t, uint32_t, std::string>>;

Key key_of(const Fix& fix) {
  Key key;
  for (const Edit& edit : fix.edits) key.emplace_back(edit.span.source, edit.span.begin, edit.span.end, edit.text);
  std::sort(key.begin(), key.end());
  return key;
}

bool is_applied(const Fix& fix) {
  const auto has_place = [](const Edit& edit) { return static_cast<bool>(edit.span); };
  return fix.safety != Safety::display && !fix.edits.empty() &&
         std::all_of(fix.edits.begin(), fix.edits.end(), has_place);
}

bool reaches(const Fix& fix, const Confirmed& config) {
  return std::any_of(fix.edits.begin(), fix.edits.end(), [&](const Edit& edit) {
    return std::find(config.files.begin(), config.files.end(), edit.span.source) != config.files.end();
  });
}

/// The same edits, whoever offers them, and where they are still to be tried.
struct Offer {
  const Fix* fix = nullptr;
  std::set<size_t> tried, reached;
  bool holds = true;
};

std::map<Key, Offer> offers_of(const std::vector<Confirmed>& configs) {
  std::map<Key, Offer> offers;
  for (size_t i = 0; i < configs.size(); ++i) {
    for (const Finding& finding : *configs[i].findings) {
      for (const Fix& fix : finding.fixes) {
        if (!is_applied(fix)) continue;
        Offer& offer = offers[key_of(fix)];
        if (fix.effect) offer.tried.insert(i);
        if (offer.fix) continue;
        offer.fix = &fix;
        for (size_t j = 0; j < configs.size(); ++j) {
          if (reaches(fix, configs[j])) offer.reached.insert(j);
        }
      }
    }
  }
  return offers;
}

void try_out(Offer& offer, const std::vector<Confirmed>& configs, const Session& session) {
  Analysis of_file;  // what_if looks at its source alone; its trial serves all that the edits reach
  for (const size_t i : offer.reached) {
    if (offer.tried.contains(i)) continue;
    Session own = session;
    own.recipe = configs[i].recipe;
    of_file.source = configs[i].source;
    const Analysis after = what_if(of_file, offer.fix->edits, own);
    offer.holds = is_left_whole(configs[i].standing, standing_of(after));
    if (!offer.holds) return;
  }
}

}  // namespace

void confirm_fixes(const std::vector<Confirmed>& configs, const Session& session, unsigned jobs) {
  std::map<Key, Offer> offers = offers_of(configs);
  std::vector<Offer*> open;
  for (auto& [key, offer] : offers) {
    if (offer.tried.size() < offer.reached.size()) open.push_back(&offer);
  }
  in_parallel(open.size(), jobs, [&](size_t i) { try_out(*open[i], configs, session); });
  for (const Confirmed& config : configs) {
    for (Finding& finding : *config.findings) {
      std::erase_if(finding.fixes, [&](const Fix& fix) { return is_applied(fix) && !offers.at(key_of(fix)).holds; });
    }
  }
}

}  // namespace vramlint::cli
