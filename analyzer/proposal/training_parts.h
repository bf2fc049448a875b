// The two halves of reading a training program: what is trained, and what is done around it. Private to this room.
#pragma once

#include "proposal/training.h"

namespace vramlint::proposal {

std::string lower(std::string text);
/// "scripts/train.py:12"
std::string place_of(const CallSite& call);
/// What the class or function that the unit belongs to is called as a stage: "VAETrainer" is "vae_trainer".
std::string stage_name(const Unit& unit);

/// Whether the call makes one of torch's optimizers.
bool makes_optimizer(const CallSite& call);
/// Adds the optimizer that the call makes, and the models it trains, to the stage of the call's unit.
void add_optimizer(const CallSite& call, Training& training, ExpressionWriter& writer);

}  // namespace vramlint::proposal
