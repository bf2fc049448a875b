// What the CPU kernels ask memory for, request by request.
//
// The allocator stands in for LibTorch's own on the CPU and writes every request and every return down. What a figure
// counts is decided afterwards, over the log: see request_log.h.
#pragma once

#include "probes/meter/request_log.h"

namespace vramlint::probes {

/// Takes the place of the CPU allocator for the rest of the process. To be called before the first tensor is made.
void install_counting_allocator();

/// Everything asked for since the allocator was installed.
RequestLog& requests();

}  // namespace vramlint::probes
