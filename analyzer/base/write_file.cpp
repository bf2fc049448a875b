#include "base/write_file.h"

#include <iconv.h>

#include <fstream>

namespace vramlint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "\xEF\xBB\xBF";

std::optional<std::string> converted(std::string_view text, const char* encoding) {
  const iconv_t converter = iconv_open(encoding, "UTF-8");
  // (iconv_t)-1 is how POSIX says that the converter is not installed.
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string bytes(text.size() * 2 + 16, '\0');
  char* input = const_cast<char*>(text.data());
  char* output = bytes.data();
  size_t input_left = text.size(), output_left = bytes.size();
  const size_t result = iconv(converter, &input, &input_left, &output, &output_left);
  iconv_close(converter);
  if (result != 0 || input_left != 0) return std::nullopt;
  bytes.resize(bytes.size() - output_left);
  return bytes;
}

std::optional<std::string> encoded(std::string_view text, Encoding encoding, bool mark) {
  std::optional<std::string> bytes;
  switch (encoding) {
    case Encoding::utf8:
      bytes = std::string(text);
      break;
    case Encoding::gbk:
      bytes = converted(text, "GB18030");
      break;
    case Encoding::latin1:
      bytes = converted(text, "ISO-8859-1");
      break;
  }
  if (bytes && mark) bytes->insert(0, kMark);
  return bytes;
}

std::string trouble(const fs::path& path, std::string_view what) { return path.string() + ": " + std::string(what); }

}  // namespace

std::optional<std::string> encoded_like(const Source& source, std::string_view text) {
  if (encoded(source.text(), source.encoding(), source.had_bom()) != source.raw()) return std::nullopt;
  return encoded(text, source.encoding(), source.had_bom());
}

bool has_folder(const fs::path& path) {
  std::error_code error;
  return !path.has_parent_path() || fs::is_directory(path.parent_path(), error);
}

std::string write_file(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(path, error);
  if (error) return trouble(path, error.message());
  if (fs::exists(resolved, error) && !fs::is_regular_file(resolved, error)) {
    std::ofstream stream(resolved, std::ios::binary);  // a device or a pipe: /dev/stdout
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    return stream ? std::string() : trouble(path, "cannot be written");
  }
  fs::path fresh = resolved;
  fresh += ".vramlint-new";
  std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) {
    fs::remove(fresh, error);
    return trouble(path, "cannot be written");
  }
  if (const fs::file_status status = fs::status(resolved, error); fs::exists(status)) {
    fs::permissions(fresh, status.permissions(), error);
  }
  fs::rename(fresh, resolved, error);
  if (!error) return {};
  std::error_code ignored;
  fs::remove(fresh, ignored);
  return trouble(path, error.message());
}

std::string append_to_file(const fs::path& path, std::string_view bytes) {
  std::ofstream stream(path, std::ios::binary | std::ios::app);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  return stream ? std::string() : trouble(path, "cannot be written");
}

}  // namespace vramlint
