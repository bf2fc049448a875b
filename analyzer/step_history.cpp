#include "step_history.h"

namespace vramlint {

memory::History step_history(const Analysis& analysis, size_t phase, Until until) {
  return memory::history(analysis.traces.at(phase), analysis.timelines.at(phase), until);
}

}  // namespace vramlint
