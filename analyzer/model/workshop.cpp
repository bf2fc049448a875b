#include "model/workshop.h"

#include <algorithm>
#include <utility>

#include "config/stated_packages.h"
#include "model/apply.h"
#include "model/prelude.h"
#include "model/torch_modules.h"

namespace vramlint::model {
namespace {

/// What one program leaves behind in cycles is freed with the interpreter: after so many it makes room.
constexpr int kMostUses = 200;

interp::World world_of(const config::Experiment& experiment, BuildContext& context) {
  interp::World world{
      context.files, context.parsed, &prelude(), experiment.import_paths, experiment.working_directory, {}};
  world.environment = experiment.environment;
  world.limits = context.limits;
  for (const config::Package& package : experiment.packages) world.packages.emplace_back(package.name, package.version);
  for (const config::DataFile& file : experiment.data) world.data.push_back({file.pattern, file.dtype, file.sizes});
  world.models = config::folders_of_models(experiment);
  world.stated_packages = config::pins_of(config::stated_packages(context.files));
  return world;
}

std::string setting_of(const config::Experiment& experiment, const BuildContext& context) {
  std::string setting = context.torch + '\n' + experiment.working_directory.string();
  for (const auto& path : experiment.import_paths) setting += '\n' + path.string();
  for (const std::string& name : experiment.modules) setting += "\nimport " + name;
  for (const config::Package& package : experiment.packages)
    setting += '\n' + package.name + '=' + package.version.value_or("");
  for (const auto& [name, text] : experiment.environment) setting += "\nexport " + name + '=' + text;
  for (const auto& [name, folder] : experiment.models) setting += "\nmodel " + name + '=' + folder;
  for (const config::DataFile& file : experiment.data) {
    setting += '\n' + file.pattern + ": " + file.dtype;
    for (const int64_t size : file.sizes) setting += ' ' + std::to_string(size);
  }
  setting += '\n' + std::to_string(experiment.distributed ? experiment.distributed->gpus : 1);
  return setting;
}

std::shared_ptr<Builder> like(const Builder& builder) {
  auto made = std::make_shared<Builder>();
  made->torch = builder.torch;
  made->torch_version = builder.torch_version;
  made->packages = builder.packages;
  made->processes = builder.processes;
  return made;
}

/// What its imports have read says the same there. `files`: its own, or laid over them.
bool has_read_as_now(const Bench& bench, Files& files) {
  const std::vector<const Source*> opened = bench.snapshot->opened();
  const bool is_own = bench.home == &files;
  return std::all_of(opened.begin(), opened.end(), [&](const Source* source) {
    return is_own ? files.read(source->path()).source == source : !files.is_laid_over(source->path());
  });
}

}  // namespace

Bench::Bench(interp::World world, std::shared_ptr<Builder> first)
    : interpreter(std::move(world)),
      imports(std::move(first)),
      home(&interpreter.world().files.get()),
      home_trees_(&interpreter.world().parsed.get()) {
  install_torch(interpreter, imports);
}

void Bench::lend(Files& files, interp::ParsedModules& trees) {
  interpreter.world().files = files;
  interpreter.world().parsed = trees;
  is_lent_ = true;
}

bool Bench::come_home() {
  interpreter.world().files = *home;
  interpreter.world().parsed = *home_trees_;
  return std::exchange(is_lent_, false);
}

void Bench::begin(const std::shared_ptr<Builder>& builder) {
  builder->tensor_class = imports->tensor_class;
  builder->size_class = imports->size_class;
  builder->device_class = imports->device_class;
  builder->return_types = imports->return_types;
  set_builder(interpreter, builder);
  interpreter.set_effects(builder.get());
}

std::unique_ptr<Bench> make_bench(const config::Experiment& experiment, BuildContext& context,
                                  const std::shared_ptr<Builder>& builder) {
  auto bench = std::make_unique<Bench>(world_of(experiment, context), like(*builder));
  (void)bench->interpreter.import_module("torch");  // what every model source begins with
  for (const std::string& name : experiment.modules) (void)bench->interpreter.import_module(name);
  bench->begin(builder);
  return bench;
}

std::unique_ptr<Bench> Workshop::take(const config::Experiment& experiment, BuildContext& context,
                                      const std::shared_ptr<Builder>& builder) {
  std::unique_ptr<Bench> bench =
      take(setting_of(experiment, context), [&] { return make_bench(experiment, context, builder); });
  bench->begin(builder);
  return bench;
}

void Workshop::give_back(const config::Experiment& experiment, const BuildContext& context,
                         std::unique_ptr<Bench> bench) {
  give_back(setting_of(experiment, context), std::move(bench));
}

std::unique_ptr<Bench> Workshop::take(const std::string& setting, const std::function<std::unique_ptr<Bench>()>& make) {
  if (std::unique_ptr<Bench> bench = take_free(setting, files_.get())) return bench;
  if (lender_) {
    if (std::unique_ptr<Bench> bench = lender_->take_free(setting, files_.get())) {
      bench->lend(*files_, *parsed_);
      return bench;
    }
  }
  std::unique_ptr<Bench> bench = make();
  bench->snapshot.emplace(bench->interpreter);
  return bench;
}

std::unique_ptr<Bench> Workshop::take_free(const std::string& setting, Files* files) {
  std::unique_ptr<Bench> bench;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  const auto found = free_.find({std::this_thread::get_id(), setting});
  if (found == free_.end()) return nullptr;
  const bool is_as_now = !files || has_read_as_now(*found->second, *files);
  if (!is_as_now && found->second->home != files) return nullptr;
  bench = std::move(found->second);  // of its own files that say something else now, it is of no more use
  free_.erase(found);
  return is_as_now ? std::move(bench) : nullptr;
}

void Workshop::give_back(const std::string& setting, std::unique_ptr<Bench> bench) {
  if (!bench->snapshot || ++bench->uses >= kMostUses) return;
  if (!bench->snapshot->restore()) return;
  if (bench->come_home()) return lender_->put_back(setting, std::move(bench));
  put_back(setting, std::move(bench));
}

void Workshop::put_back(const std::string& setting, std::unique_ptr<Bench> bench) {
  std::lock_guard lock(mutex_);
  free_.emplace(Key{std::this_thread::get_id(), setting}, std::move(bench));
}

}  // namespace vramlint::model
