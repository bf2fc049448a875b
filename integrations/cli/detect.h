// `vramlint devices --detect`: the machine's own GPUs.
#pragma once

#include <string>

#include "integrations/gpu/local_gpu.h"

namespace vramlint::cli {

std::string detected_text(const gpu::LocalGpus& found);
std::string detected_json(const gpu::LocalGpus& found);

}  // namespace vramlint::cli
