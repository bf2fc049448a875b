// How much of the thread's own stack is left. What walks data of the user's natively asks before it goes deeper, on
// whichever thread it runs: threads differ in the size of their stacks.
#pragma once

namespace vramlint {

/// Whether the walk has taken its share of the running thread's stack. The rest is for what has a bound of its own.
bool native_stack_is_used_up();

}  // namespace vramlint
