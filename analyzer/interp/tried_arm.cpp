#include "interp/tried_arm.h"

#include "interp/impl.h"

namespace vramlint::interp {

std::vector<TriedArm> arms_on_trial(Interpreter& interpreter) { return interpreter.impl().trying; }

void enter_arms(Interpreter& interpreter, std::vector<TriedArm> arms) { interpreter.impl().entered = std::move(arms); }

}  // namespace vramlint::interp
