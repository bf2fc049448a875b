#include "integrations/gpu/driver_library.h"

#include <dlfcn.h>

#include <utility>

namespace vramlint::gpu {

DriverLibrary::DriverLibrary(std::string name) : name_(std::move(name)) {
  handle_ = dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_) return;
  const char* text = dlerror();
  trouble_ = text ? text : "it could not be opened";
}

DriverLibrary::~DriverLibrary() {
  if (handle_) dlclose(handle_);
}

void* DriverLibrary::address(const char* symbol) const { return handle_ ? dlsym(handle_, symbol) : nullptr; }

}  // namespace vramlint::gpu
