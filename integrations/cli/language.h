// In which language the program answers.
#pragma once

#include <string>

#include "base/catalogue.h"
#include "integrations/cli/command_line.h"

namespace vramlint::cli {

/// --lang
void add_language_option(Command command, std::string& language);

/// Of what --lang asks for; where it is empty, of VRAMLINT_LANG, else of the terminal's language where that is shown in
/// UTF-8. Null: English.
const Catalogue* catalogue_for(const std::string& asked);

}  // namespace vramlint::cli
