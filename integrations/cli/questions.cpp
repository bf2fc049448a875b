#include "integrations/cli/questions.h"

#include <algorithm>
#include <cctype>

#include "config/data_hint.h"

namespace vramlint::cli {
namespace {

/// "cfg.train.batch_size": what a recipe of the program can say.
bool is_key(const std::string& size) {
  const auto joins = [](char c) { return c == '_' || c == '.' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return size.starts_with("cfg.") && std::all_of(size.begin(), size.end(), joins);
}

bool is_picture(const std::string& sizes) {
  return sizes.starts_with("float") && (sizes.ends_with(", 3, ?, ?]") || sizes.ends_with(", ?, ?, 3]"));
}

bool reads_words(const Source& script) {
  constexpr std::string_view kWords[] = {"tokeniz", "input_ids", "vocab"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return script.text().find(word) != std::string::npos; });
}

std::string with_sizes(std::string text) {
  for (size_t at = text.find('?'); at != std::string::npos; at = text.find('?', at)) text.replace(at, 1, "512");
  return text;
}

/// Of what is not known of the step, the first that says it.
template <typename Says>
auto first_that(const Trial& trial, const Says& says) -> decltype(says(std::string())) {
  if (trial.failure)
    if (auto said = says(trial.failure->message)) return said;
  for (const Unknown& one : trial.outcome.unknowns)
    if (auto said = says(one.reason)) return said;
  return {};
}

/// "float32[1, 3, ?, ?]": what is known of a tensor whose sizes only the data tells; empty: nothing.
std::string known_sizes(const Trial& trial) {
  constexpr std::string_view kBefore = "only the data tells the sizes of ";
  const auto says = [&](const std::string& text) -> std::optional<std::string> {
    const size_t begin = text.find(kBefore), end = text.find(']', begin);
    if (begin == std::string::npos || end == std::string::npos) return {};
    return text.substr(begin + kBefore.size(), end + 1 - begin - kBefore.size());
  };
  return first_that(trial, says).value_or("");
}

bool lacks(const Trial& trial, std::string_view what) {
  return first_that(trial, [&](const std::string& text) { return text.find(what) != std::string::npos; });
}

std::optional<config::DataHint> arrays_in(const std::string& reason) {
  std::optional<config::DataHint> hint = config::data_hint(reason);
  if (hint && hint->kind == config::DataHint::Kind::pictures) hint.reset();
  return hint;
}

}  // namespace

namespace {

/// The line that the failure offers, or that settles what is not known.
std::optional<Question> offered(const Trial& trial, const std::string& loop) {
  std::string line = trial.failure ? config::offered_line(trial.failure->message) : "";
  for (const Unknown& one : trial.outcome.unknowns)
    if (line.empty()) line = config::offered_line(one.remedy);
  if (line.empty()) return {};
  std::replace(line.begin(), line.end(), '"', '\'');
  return Question{"what the files hold that the program reads: `data:`",
                  {"TODO: the type and the sizes of what its files hold" + loop, line}};
}

}  // namespace

std::optional<Question> files_asked(const Trial& trial, const std::string& loop) {
  if (trial.outcome.status == Status::estimated) return {};
  std::optional<Question> from_failure = offered(trial, loop);
  if (from_failure && from_failure->lines.back().find("', '") != std::string::npos) return from_failure;
  const bool by_pictures = is_picture(known_sizes(trial)) || lacks(trial, "the size of a picture in a file") ||
                           lacks(trial, "to which size a picture is resized is not known");
  if (by_pictures)
    return Question{"how large the pictures are that its files hold: `data:`",
                    {"TODO: height, width and channels of the pictures that its files hold" + loop,
                     "data: {'*.jpg': 'uint8[512, 512, 3]'}"}};
  if (std::optional<config::DataHint> hint = first_that(trial, arrays_in)) {
    const bool has_several = hint->kind == config::DataHint::Kind::variables;
    std::string line = std::move(hint->line);
    std::replace(line.begin(), line.end(), '"', '\'');
    return Question{"what the arrays are that its files hold: `data:`",
                    {std::string("TODO: the type and the sizes of the arrays that its files hold") +
                         (has_several ? ", or of one of them, as '*.h5:images'" : "") + loop,
                     line}};
  }
  if (from_failure) return from_failure;
  const auto& assumed = trial.outcome.assumptions;
  const bool by_sound = std::any_of(assumed.begin(), assumed.end(), [](const Assumption& one) {
    return one.text.find("a sound file that is not at hand") != std::string::npos;
  });
  if (!by_sound) return {};
  return Question{"how long the recordings are that its files hold: `data:`",
                  {"TODO: the type and the samples of the recordings that its files hold" + loop,
                   "data: {'*.wav': 'int16[160000]'}"}};
}

bool lacks_package(const Trial& trial) { return lacks(trial, "--site-packages") || lacks(trial, " is not at hand"); }

std::optional<Question> numbers_asked(const Trial& trial) {
  constexpr std::string_view kBefore = "`data: {", kBehind = ": NUMBER}`";
  std::string names;
  for (const Unknown& one : trial.outcome.unknowns) {
    const size_t end = one.reason.find(kBehind), begin = one.reason.rfind(kBefore, end);
    if (end == std::string::npos || begin == std::string::npos) continue;
    const std::string name = one.reason.substr(begin + kBefore.size(), end - begin - kBefore.size());
    const std::string said = name + ": 1000";
    if (names.find(said) == std::string::npos) names += (names.empty() ? "" : ", ") + said;
  }
  if (names.empty()) return {};
  return Question{"numbers that only the data tells: `data:`",
                  {"TODO: how many there are in your data", "data: {" + names + "}"}};
}

Question question_of(const Trial& trial, const proposal::ScriptForm& form, const Source& script) {
  const std::string size = is_key(form.batch) ? form.batch : "16", sizes = known_sizes(trial);
  const std::string loop = trial.loop.empty() ? "" : "; the loop is `" + trial.loop + "`";
  if (std::optional<Question> asked = files_asked(trial, loop)) return *asked;
  Question question{"what one batch of the loader is: `inputs:` and `targets:`",
                    {"TODO: the tensors of one batch, in their order" + loop}};
  const auto add = [&](const std::string& line) { question.lines.push_back(line); };
  if (!sizes.empty()) {
    add("inputs: ['" + with_sizes(sizes) + "']");
    add("targets: ['int64[" + size + "]']");
  } else if (reads_words(script)) {
    question.open = "what one batch of the loader is: `batch:`, or `inputs:` and `targets:`";
    std::vector<std::string> names = trial.parts;
    if (names.size() < 2) names = {"input_ids", "labels"};
    std::string parts;
    for (const std::string& name : names)
      parts += (parts.empty() ? "" : ", ") + ("\"" + name + "\": int64[" + size + ", 512]");
    add("batch: '{" + parts + "}'");
  } else {
    add("inputs: ['float32[" + size + ", 3, 512, 512]']");
    add("targets: ['int64[" + size + ", 512, 512]']");
  }
  return question;
}

std::vector<std::string> parts_named(const Span& place) {
  constexpr size_t kBefore = 200, kBehind = 1500, kMost = 4;
  std::vector<std::string> names;
  if (!place) return names;
  const std::string_view whole = place.source->text();
  const size_t begin = place.begin > kBefore ? place.begin - kBefore : 0;
  const std::string_view text = whole.substr(begin, place.begin - begin + kBehind);
  for (size_t at = text.find("[\""); at != std::string_view::npos && names.size() < kMost;
       at = text.find("[\"", at + 1)) {
    const size_t end = text.find("\"]", at);
    const std::string name(text.substr(at + 2, end == std::string_view::npos ? 0 : end - at - 2));
    const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(),
                                                      [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (is_name && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace vramlint::cli
