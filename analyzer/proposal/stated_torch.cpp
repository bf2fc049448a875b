#include "proposal/stated_torch.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "proposal/recipe_text.h"

namespace vramlint::proposal {

namespace {

constexpr int kOldestMinor = 5;  // of 1.x: graph::torch_profile

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "1.6.0" of `pytorch=1.6.0` and `torch == 1.6.0`; "" where the text goes on otherwise.
std::string exact_release(std::string_view behind) {
  size_t at = behind.find_first_not_of(' ');
  if (at == std::string_view::npos || behind[at] != '=') return {};
  while (at < behind.size() && behind[at] == '=') ++at;
  at = behind.find_first_not_of(' ', at);
  const size_t begin = std::min(at, behind.size());
  size_t end = begin;
  while (end < behind.size() && (is_digit(behind[end]) || behind[end] == '.') && end - begin < 12) ++end;
  std::string release(behind.substr(begin, end - begin));
  while (release.ends_with('.')) release.pop_back();
  return release;
}

std::string release_in(std::string text) {
  constexpr std::string_view kName = "torch";
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  for (size_t at = text.find(kName); at != std::string_view::npos; at = text.find(kName, at + kName.size())) {
    const size_t begin = at >= 2 && text.compare(at - 2, 2, "py") == 0 ? at - 2 : at;
    if (begin > 0 && is_word(text[begin - 1])) continue;
    const std::string release = exact_release(std::string_view(text).substr(at + kName.size(), 32));
    if (release.find('.') != std::string::npos && is_digit(release.front())) return release;
  }
  return {};
}

std::string described(const std::string& release) {
  const size_t dot = release.find('.'), second = release.find('.', dot + 1);
  const int major = std::atoi(release.c_str()), minor = std::atoi(release.c_str() + dot + 1);
  const bool is_older = major < 1 || (major == 1 && minor < kOldestMinor);
  return is_older ? "1." + std::to_string(kOldestMinor) : release.substr(0, second);
}

}  // namespace

std::optional<StatedTorch> stated_torch(Files& files) {
  constexpr std::string_view kStarts[] = {"requirements", "environment", "conda", "setup.py", "README"};
  constexpr std::string_view kEnds[] = {".txt", ".yml", ".yaml", ".py", ".md"};
  for (const std::string_view start : kStarts) {
    for (const std::string& name : files.list(files.root())) {
      const bool is_one =
          std::any_of(std::begin(kEnds), std::end(kEnds), [&](auto end) { return name.ends_with(end); });
      if (!name.starts_with(start) || !is_one) continue;
      const ReadResult read = files.read(files.root() / name);
      const std::string release = read ? release_in(std::string(read.source->text())) : std::string();
      if (!release.empty()) return StatedTorch{described(release), release, name};
    }
  }
  return {};
}

std::string torch_line(const StatedTorch& stated) {
  const bool is_older = !stated.said.starts_with(stated.release);
  return "torch: '" + stated.release + "'  # " + one_line(stated.file) + " says " + stated.said +
         (is_older ? ", and this is the oldest that is described" : "") + "\n";
}

}  // namespace vramlint::proposal
