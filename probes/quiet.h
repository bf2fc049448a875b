// Silences what torch advises: it is not about the measurement.
#pragma once

namespace vramlint::probes {

void silence_warnings();  ///< for the rest of the process

}  // namespace vramlint::probes
