// The grammar is that of CUDAAllocatorConfig::parseArgs (c10/cuda/CUDAAllocatorConfig.cpp [2.4]): pairs "name:value"
// with commas between them, spaces anywhere, and for roundup_power2_divisions a bracketed list of pairs.
#include <algorithm>
#include <bit>
#include <charconv>
#include <vector>

#include "config/fields.h"
#include "config/runtime.h"

namespace vramlint::config {

namespace {

constexpr int64_t kMebi = int64_t{1} << 20;
constexpr int64_t kMostMebi = int64_t{1} << 30;

struct Token {
  std::string text;
  size_t begin = 0, end = 0;
};

std::vector<Token> split_tokens(std::string_view text) {
  std::vector<Token> tokens;
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool mark = c == ',' || c == ':' || c == '[' || c == ']';
    if (c == ' ') continue;
    if (mark || !inside) tokens.push_back({{}, i, i});
    tokens.back().text += c;
    tokens.back().end = i + 1;
    inside = !mark;
  }
  return tokens;
}

bool is_power_of_two(int64_t value) { return value > 0 && std::has_single_bit(static_cast<uint64_t>(value)); }

class SettingsReader {
 public:
  explicit SettingsReader(std::string_view text) : tokens_(split_tokens(text)), size_(text.size()) {}

  std::variant<AllocatorSettings, SettingsProblem> read() {
    while (!problem_ && at_ < tokens_.size()) {
      read_setting();
      if (!problem_ && at_ < tokens_.size()) expect(",");
    }
    if (problem_) return *problem_;
    return settings_;
  }

 private:
  struct Setting {
    std::string_view name;
    void (SettingsReader::*read)();
  };
  static const Setting kSettings[];

  void read_setting() {
    const Token name = next("the name of a setting");
    if (problem_) return;
    const auto* found = std::find_if(begin_settings(), end_settings(),
                                     [&](const Setting& setting) { return setting.name == name.text; });
    if (found == end_settings()) return unknown(name);
    expect(":");
    if (!problem_) (this->*found->read)();
  }

  static const Setting* begin_settings();
  static const Setting* end_settings();

  void unknown(const Token& name) {
    std::vector<std::string_view> names;
    for (const Setting* setting = begin_settings(); setting != end_settings(); ++setting)
      names.push_back(setting->name);
    const std::string_view nearest = nearest_name(name.text, names);
    fail(name, "the allocator has no setting `" + name.text + "`" +
                   (nearest.empty() ? std::string() : "; did you mean `" + std::string(nearest) + "`?"));
  }

  void read_split() {
    const Token token = next("a size in MiB");
    const auto size = whole(token, "max_split_size_mb is a whole number of MiB");
    if (!size) return;
    if (*size <= 20) return fail(token, "max_split_size_mb must be above 20");
    settings_.max_split_size = Bytes(std::min(*size, kMostMebi) * kMebi);
  }

  void read_rounding() {
    const Token token = next("a size in MiB");
    const auto size = whole(token, "max_non_split_rounding_mb is a whole number of MiB");
    if (!size) return;
    if (*size <= 20) return fail(token, "max_non_split_rounding_mb must be above 20");
    settings_.max_non_split_rounding = Bytes(std::min(*size, kMostMebi) * kMebi);
  }

  void read_bypass() {
    const Token token = next("a size in MiB");
    if (const auto size = whole(token, "roundup_bypass_threshold_mb is a whole number of MiB")) {
      settings_.roundup_bypass = Bytes(std::min(*size, kMostMebi) * kMebi);
    }
  }

  void read_garbage() {
    const Token& token = tokens_[std::min(at_, tokens_.size() - 1)];
    share(settings_.garbage_collection_threshold, "garbage_collection_threshold");
    if (settings_.garbage_collection_threshold >= 1) fail(token, "garbage_collection_threshold must be below 1");
  }
  void read_fraction() { share(settings_.memory_fraction.emplace(), "per_process_memory_fraction"); }
  void read_expandable() { settings_.expandable_segments = truth(); }
  void read_ignored_truth() { truth(); }
  void read_ignored_number() { whole(next("a number"), "it is a whole number"); }

  void read_backend() {
    const Token token = next("`native` or `cudaMallocAsync`");
    if (problem_) return;
    if (token.text != "native" && token.text != "cudaMallocAsync")
      return fail(token, "backend is `native` or `cudaMallocAsync`");
    settings_.native = token.text == "native";
  }

  void read_divisions() {
    const Token first = next("a power of two, or a list such as [256:1,512:2,>:4]");
    if (problem_) return;
    if (first.text == "[") return read_division_list();
    const auto value = whole(first, "roundup_power2_divisions is a power of two");
    if (!value) return;
    if (!is_power_of_two(*value)) return fail(first, "roundup_power2_divisions must be a power of two");
    settings_.roundup_divisions.fill(*value);
  }

  void read_division_list() {
    size_t last = 0;
    bool first = true;
    while (!problem_) {
      const Token key = next("a size in MiB, or >");
      if (problem_ || key.text == "]") return;
      expect(":");
      const Token number = next("a power of two, or 0");
      const auto value = whole(number, "the number of divisions is a power of two, or 0");
      if (!value) return;
      if (*value != 0 && !is_power_of_two(*value))
        return fail(number, "the number of divisions must be a power of two, or 0");
      put_divisions(key, *value, first, last);
      first = false;
      if (at_ < tokens_.size() && tokens_[at_].text != "]") expect(",");
    }
  }

  /// Sizes below the first one named are treated as it is; ">" stands for all from the last one named on.
  void put_divisions(const Token& key, int64_t value, bool first, size_t& last) {
    auto& divisions = settings_.roundup_divisions;
    if (key.text == ">") {
      std::fill(divisions.begin() + static_cast<std::ptrdiff_t>(last), divisions.end(), value);
      return;
    }
    const auto size = whole(key, "a size is a power of two, in MiB");
    if (!size) return;
    if (!is_power_of_two(*size)) return fail(key, "a size must be a power of two, in MiB");
    last =
        std::min<size_t>(static_cast<size_t>(std::bit_width(static_cast<uint64_t>(*size)) - 1), divisions.size() - 1);
    if (first) std::fill(divisions.begin(), divisions.begin() + static_cast<std::ptrdiff_t>(last), value);
    divisions[last] = value;
  }

  void share(double& into, const std::string& name) {
    const Token token = next("a number between 0 and 1");
    if (problem_) return;
    const char* end = token.text.data() + token.text.size();
    double value = 0;
    const auto [rest, error] = std::from_chars(token.text.data(), end, value);
    const bool good = error == std::errc() && rest == end && value > 0 && value <= 1;
    if (!good) return fail(token, name + " must be above 0 and at most 1");
    into = value;
  }

  bool truth() {
    const Token token = next("True or False");
    if (!problem_ && token.text != "True" && token.text != "False") fail(token, "it must be True or False");
    return token.text == "True";
  }

  std::optional<int64_t> whole(const Token& token, const std::string& message) {
    if (problem_) return std::nullopt;
    const char* end = token.text.data() + token.text.size();
    int64_t value = 0;
    const auto [rest, error] = std::from_chars(token.text.data(), end, value);
    if (error == std::errc() && rest == end && value >= 0) return value;
    fail(token, message);
    return std::nullopt;
  }

  Token next(const std::string& what) {
    if (at_ < tokens_.size()) return tokens_[at_++];
    fail({{}, size_, size_}, "the settings end where " + what + " is expected");
    return {};
  }

  void expect(const std::string& mark) {
    const Token token = next("`" + mark + "`");
    if (!problem_ && token.text != mark) fail(token, "`" + mark + "` is expected before `" + token.text + "`");
  }

  void fail(const Token& token, std::string message) {
    if (!problem_) problem_ = SettingsProblem{token.begin, token.end, std::move(message)};
  }

  std::vector<Token> tokens_;
  size_t size_, at_ = 0;
  AllocatorSettings settings_;
  std::optional<SettingsProblem> problem_;
};

const SettingsReader::Setting SettingsReader::kSettings[] = {
    {"max_split_size_mb", &SettingsReader::read_split},
    {"max_non_split_rounding_mb", &SettingsReader::read_rounding},
    {"garbage_collection_threshold", &SettingsReader::read_garbage},
    {"roundup_power2_divisions", &SettingsReader::read_divisions},
    {"roundup_bypass_threshold_mb", &SettingsReader::read_bypass},
    {"expandable_segments", &SettingsReader::read_expandable},
    {"per_process_memory_fraction", &SettingsReader::read_fraction},
    {"backend", &SettingsReader::read_backend},
    {"release_lock_on_cudamalloc", &SettingsReader::read_ignored_truth},
    {"pinned_use_cuda_host_register", &SettingsReader::read_ignored_truth},
    {"pinned_use_background_threads", &SettingsReader::read_ignored_truth},
    {"pinned_num_register_threads", &SettingsReader::read_ignored_number},
};

const SettingsReader::Setting* SettingsReader::begin_settings() { return std::begin(kSettings); }
const SettingsReader::Setting* SettingsReader::end_settings() { return std::end(kSettings); }

}  // namespace

std::variant<AllocatorSettings, SettingsProblem> parse_allocator_settings(std::string_view text) {
  return SettingsReader(text).read();
}

// parseChosenWorkspaceSize, aten/src/ATen/cuda/CublasHandlePool.cpp [2.4].
std::variant<Bytes, SettingsProblem> parse_cublas_workspaces(std::string_view text) {
  const std::vector<Token> tokens = split_tokens(text);
  int64_t total = 0;
  const SettingsProblem whole{0, text.size(), "it must be pairs such as :4096:8, a size in KiB and a count"};
  for (size_t i = 0; i < tokens.size(); i += 4) {
    if (tokens.size() - i < 4 || tokens[i].text != ":" || tokens[i + 2].text != ":") return whole;
    int64_t factors[2] = {0, 0};
    for (size_t part = 0; part < 2; ++part) {
      const Token& token = tokens[i + 1 + 2 * part];
      const char* end = token.text.data() + token.text.size();
      const auto [rest, error] = std::from_chars(token.text.data(), end, factors[part]);
      const bool good = error == std::errc() && rest == end && factors[part] >= 0 && factors[part] <= kMostMebi;
      if (!good) return SettingsProblem{token.begin, token.end, "it must be a whole number"};
    }
    total = std::min(total + std::min(factors[0] * factors[1], kMostMebi) * 1024, kMostMebi * 1024);
  }
  if (tokens.empty()) return whole;
  return Bytes(total);
}

}  // namespace vramlint::config
