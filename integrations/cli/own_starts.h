// Configs that the repository starts in a way of their own: `python main.py --config cfgs/finetune.yaml --finetune`.
#pragma once

#include "proposal/script_form.h"

namespace vramlint::cli {

/// Each of them gets a recipe of its own behind the form's, which has the others. False where there is none.
bool add_own_starts(const Source& script, Files& files, proposal::ScriptForm& form);

}  // namespace vramlint::cli
