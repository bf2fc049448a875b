// A shared library of the driver, opened while the program runs.
#pragma once

#include <string>

namespace vramlint::gpu {

/// Closed with its last owner. Where it cannot be opened the program goes on without it.
class DriverLibrary {
 public:
  explicit DriverLibrary(std::string name);
  ~DriverLibrary();
  DriverLibrary(const DriverLibrary&) = delete;
  DriverLibrary& operator=(const DriverLibrary&) = delete;

  bool is_open() const { return handle_ != nullptr; }
  const std::string& name() const { return name_; }
  /// Why it could not be opened.
  const std::string& trouble() const { return trouble_; }

  /// The exported function, or null: `auto init = library.function<int()>("nvmlInit_v2")`.
  template <typename Signature>
  Signature* function(const char* symbol) const {
    return reinterpret_cast<Signature*>(address(symbol));  // NOLINT: what dlsym is for
  }

 private:
  void* address(const char* symbol) const;
  std::string name_, trouble_;
  void* handle_ = nullptr;
};

}  // namespace vramlint::gpu
