#include "integrations/cli/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "base/write_file.h"
#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kRunning = "running-";

std::optional<std::string> text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool renamed(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  return !error;
}

std::string named(Sweep::Number number) { return fmt::format("{:04}", number); }

/// The words of a file with one a line.
std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::optional<Sweep::Number> number_of(std::string_view text) {
  Sweep::Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "0017.done" is 17 and "done". One look at the folder, whatever the number of tasks: it may lie on another machine.
std::vector<std::pair<Sweep::Number, std::string>> numbered_files(const fs::path& folder) {
  std::vector<std::pair<Sweep::Number, std::string>> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const size_t dot = name.find('.');
    const std::optional<Sweep::Number> number = number_of(std::string_view(name).substr(0, dot));
    if (dot != std::string::npos && number) files.emplace_back(*number, name.substr(dot + 1));
  }
  return files;
}

}  // namespace

void put_file(const fs::path& path, const std::string& text) {
  if (const std::string trouble = write_file(path, text); !trouble.empty()) throw UsageError(trouble);
}

Sweep::Sweep(Path folder, SweepPlan plan) : folder_(std::move(folder)), plan_(std::move(plan)) {
  if (fs::exists(folder_ / "sweep.json"))
    throw UsageError(folder_.string() +
                     " holds a sweep already; --resume goes on with it, --work names another folder");
  std::error_code error;
  for (const char* part : {"tasks", "results", "batches", "log"}) fs::create_directories(folder_ / part, error);
  if (error) throw UsageError(folder_.string() + ": " + error.message());
  for (Number number = 1; number <= plan_.configs.size(); ++number) put_file(task(number, "waiting"), "");
  const Json json = {{"version", 1},
                     {"root", plan_.root.string()},
                     {"arguments", plan_.arguments},
                     {"probe_arguments", plan_.probe_arguments},
                     {"configs", plan_.configs}};
  put_file(folder_ / "sweep.json", json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Sweep::Sweep(Path folder) : folder_(std::move(folder)) {
  const std::optional<std::string> text = text_of(folder_ / "sweep.json");
  if (!text) throw UsageError(folder_.string() + " holds no sweep; name its configs instead of --resume");
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || json.value("version", 0) != 1)
    throw UsageError((folder_ / "sweep.json").string() + " is not what this version of vramlint writes");
  plan_.root = json.at("root").get<std::string>();
  plan_.arguments = json.at("arguments").get<std::vector<std::string>>();
  plan_.probe_arguments = json.at("probe_arguments").get<std::vector<std::string>>();
  plan_.configs = json.at("configs").get<std::vector<std::string>>();
}

Sweep::Path Sweep::task(Number number, const std::string& state) const {
  return folder_ / "tasks" / (named(number) + "." + state);
}

Sweep::Path Sweep::result_path(Number number) const { return folder_ / "results" / (named(number) + ".json"); }

Sweep::Claim Sweep::claim(Number number, const std::string& owner) const {
  if (fs::exists(result_path(number))) return Claim::over;
  const Path mine = task(number, std::string(kRunning) + owner);
  return renamed(task(number, "waiting"), mine) || fs::exists(mine) ? Claim::taken : Claim::elsewhere;
}

void Sweep::finish(Number number, const std::string& owner, const std::string& result) const {
  // Under a name of its own first: an earlier life that is thought dead may be writing, too.
  Path draft = result_path(number);
  draft.replace_extension(fmt::format("draft-{}-{}", owner, std::random_device{}()));
  put_file(draft, result);
  if (!renamed(draft, result_path(number))) throw UsageError(result_path(number).string() + " cannot be written");
  renamed(task(number, std::string(kRunning) + owner), task(number, "done"));
}

void Sweep::give_up(Number number, const std::string& owner) const {
  renamed(task(number, std::string(kRunning) + owner), task(number, "failed"));
}

void Sweep::release(const std::vector<Number>& numbers) const {
  const std::map<Number, std::string> gone = owners();
  for (const Number number : numbers) {
    const auto owner = gone.find(number);
    if (owner != gone.end()) renamed(task(number, std::string(kRunning) + owner->second), task(number, "waiting"));
    for (const char* over : {"failed", "done"}) renamed(task(number, over), task(number, "waiting"));
  }
}

void Sweep::discard_broken() const {
  std::error_code error;
  for (Number number = 1; number <= plan_.configs.size(); ++number) {
    const std::optional<std::string> text = result(number);
    if (text && !Json::accept(*text)) fs::remove(result_path(number), error);
  }
}

std::optional<std::string> Sweep::result(Number number) const { return text_of(result_path(number)); }

std::map<Sweep::Number, std::string> Sweep::owners() const {
  std::map<Number, std::string> owners;
  for (const auto& [number, state] : numbered_files(folder_ / "tasks"))
    if (state.starts_with(kRunning)) owners[number] = state.substr(kRunning.size());
  return owners;
}

bool Sweep::has_failed(Number number) const { return fs::exists(task(number, "failed")); }

std::vector<Sweep::Number> Sweep::missing() const {
  std::vector<Number> numbers;
  std::set<Number> there;
  for (const auto& [number, state] : numbered_files(folder_ / "results"))
    if (state == "json") there.insert(number);
  for (Number number = 1; number <= plan_.configs.size(); ++number)
    if (!there.contains(number)) numbers.push_back(number);
  return numbers;
}

Sweep::Batch Sweep::add_batch(const std::vector<Number>& tasks) const {
  Batch batch{{}, tasks, ""};
  std::error_code error;
  for (size_t number = 1;; ++number) {  // whoever makes the folder has the number
    batch.folder = folder_ / "batches" / std::to_string(number);
    if (fs::create_directory(batch.folder, error)) break;
    if (error) throw UsageError(batch.folder.string() + ": " + error.message());
  }
  put_file(batch.folder / "tasks", fmt::format("{}\n", fmt::join(tasks, "\n")));
  return batch;
}

std::vector<Sweep::Batch> Sweep::batches() const {
  std::vector<Batch> found;
  for (size_t number = 1;; ++number) {
    const Path folder = folder_ / "batches" / std::to_string(number);
    if (!fs::exists(folder)) return found;
    Batch& batch = found.emplace_back(Batch{folder, {}, ""});
    for (const std::string& line : lines_of(text_of(folder / "tasks").value_or("")))
      if (const std::optional<Number> task = number_of(line)) batch.tasks.push_back(*task);
    const std::vector<std::string> job = lines_of(text_of(folder / "job").value_or(""));
    if (!job.empty()) batch.job = job.front();
  }
}

}  // namespace vramlint::cli
