// Fixes of findings as the editor offers them.
#pragma once

#include "integrations/lsp/client.h"

namespace vramlint::lsp {

struct ActionContext {
  const Documents& documents;
  const Client& client;
};

/// `findings` stand in one document; what `only` (kinds, none: all) and `range` ask for of them.
Json code_actions(const std::vector<const Marked*>& findings, const Range& range, const Json& only,
                  const ActionContext& context);

}  // namespace vramlint::lsp
