// What the client has said of itself, when it began.
#pragma once

#include <optional>

#include "integrations/lsp/analyst.h"

namespace vramlint::lsp {

struct Client {
  bool related = false;  ///< shows related places
  bool pages = false;    ///< opens a rule's page
  bool pulls = false;    ///< asks for diagnostics, and is told when to ask again
  bool lenses = false, hints = false;
  bool refreshes_lenses = false, refreshes_hints = false;
  bool versioned_edits = false;
  bool watches = false;
  Unit unit = Unit::utf16;
};

Client client_of(const Json& capabilities);

/// `device`, `memory`, `torch`, `root`, `pythonPath`, of the options; what has another type is passed over.
cli::ProjectOptions project_options_of(const Json& options);

/// What `workspace/didChangeConfiguration` says of these; none where it tells of other servers', or of nothing, as some
/// editors do when they have begun.
std::optional<Json> own_settings(const Json& parameters);

Json capabilities_for(const Client& client);

/// Without what the client does not know.
Json trimmed(Json diagnostic, const Client& client);

}  // namespace vramlint::lsp
