#include <gtest/gtest.h>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

/// The one recipe of a project with these lines, indented by four in the text.
struct Read {
  explicit Read(const std::string& lines, const std::string& project = {})
      : scratch(Texts{{"vramlint.yaml", project + "recipes:\n  - configs: a\n    model: m\n" + lines}}) {
    scratch.read_project();
  }
  const Experiment& facts() { return scratch.project->recipes.at(0).facts; }
  Scratch scratch;
};

void expect_refused(const std::string& lines, const std::string& wanted) {
  Read read(lines);
  EXPECT_NE(read.scratch.said().find(wanted), std::string::npos) << read.scratch.said() << "lacks: " << wanted;
}

TEST(Techniques, OptimizerTerms) {
  Read read(
      "    optimizer: {name: RMSprop, momentum: 0.9, centered: true, maximize: true, nesterov: false, capturable: true,"
      " set_to_none: true, history_size: 7, beta1: 0.9, block_size: 256}\n");
  const OptimizerFacts& facts = read.facts().optimizer;
  EXPECT_EQ(read.scratch.said(), "");
  EXPECT_EQ(facts.name, "rmsprop");
  EXPECT_TRUE(facts.momentum && facts.centered && facts.maximize && facts.capturable && facts.beta1);
  EXPECT_FALSE(facts.nesterov);
  EXPECT_EQ(facts.set_to_none, true);
  EXPECT_EQ(facts.history, 7);
  EXPECT_EQ(facts.block_size, 256);
  EXPECT_EQ(Read("    optimizer: adam\n").facts().optimizer.set_to_none, std::nullopt);
}

TEST(Techniques, ZeroGradClippingAndEma) {
  Read read("    zero_grad: before_backward\n    clip_grad: {value: 0.5, foreach: false}\n    ema: {buffers: false}\n");
  EXPECT_EQ(read.scratch.said(), "");
  EXPECT_EQ(read.facts().zero_grad, ZeroGradAt::before_backward);
  ASSERT_TRUE(read.facts().clipping);
  EXPECT_EQ(read.facts().clipping->kind, ClippingFacts::Kind::value);
  EXPECT_EQ(read.facts().clipping->foreach, false);
  ASSERT_TRUE(read.facts().ema);
  EXPECT_FALSE(read.facts().ema->buffers);
  Read plain("    clip_grad: norm\n    ema: true\n");
  EXPECT_EQ(plain.facts().clipping->kind, ClippingFacts::Kind::norm);
  EXPECT_TRUE(plain.facts().ema->buffers);
  Read off("    clip_grad: false\n    ema: false\n");
  EXPECT_FALSE(off.facts().clipping || off.facts().ema);
  expect_refused("    zero_grad: sometimes\n", "4:16 invalid-recipe `zero_grad` must be `before_forward`");
  expect_refused("    clip_grad: {norm: 1, value: 1}\n", "`norm` or `value`, not both");
  expect_refused("    clip_grad: {nrm: 1}\n", "did you mean `norm`");
  expect_refused("    ema: 3\n", "`ema` must be true, false");
}

TEST(Techniques, CountsTheGpus) {
  const auto gpus = [](const char* recipe, const char* project) { return Read(recipe, project).facts().gpus; };
  EXPECT_EQ(gpus("", ""), std::nullopt);
  EXPECT_EQ(gpus("", "gpus: 4\n"), 4);
  EXPECT_EQ(gpus("    distributed: {kind: dp, gpus: 2}\n", ""), std::nullopt) << "the machine may have more";
  EXPECT_EQ(gpus("    environment: {CUDA_VISIBLE_DEVICES: \"2,3\"}\n", ""), 2);
  EXPECT_EQ(gpus("    environment: {CUDA_VISIBLE_DEVICES: \"0,1,2,3\"}\n", "gpus: 2\n"), 2);
  EXPECT_EQ(gpus("    environment: {CUDA_VISIBLE_DEVICES: \"-1\"}\n", ""), std::nullopt);
}

TEST(Techniques, Distributed) {
  Read ddp("    distributed: ddp\n");
  ASSERT_TRUE(ddp.facts().distributed) << ddp.scratch.said();
  EXPECT_EQ(std::get<DdpFacts>(ddp.facts().distributed->kind).bucket_cap, Bytes(25 << 20));
  Read view("    distributed: {kind: ddp, gpus: 4, bucket_cap_mb: 50, gradient_as_bucket_view: true}\n");
  EXPECT_EQ(view.facts().distributed->gpus, 4);
  EXPECT_TRUE(std::get<DdpFacts>(view.facts().distributed->kind).gradient_as_bucket_view);
  Read fsdp("    distributed: {kind: fsdp, gpus: 8, wrap: \"blocks.*\", strategy: shard_grad_op, prefetch: false}\n");
  const FsdpFacts& sharded = std::get<FsdpFacts>(fsdp.facts().distributed->kind);
  EXPECT_EQ(sharded.wrap, std::vector<std::string>{"blocks.*"});
  EXPECT_EQ(sharded.strategy, FsdpFacts::Strategy::shard_grad_op);
  EXPECT_EQ(sharded.prefetch, false);
  Read zero("    distributed: {kind: zero3, gpus: 8, reduce_bucket_size: 2e8, overlap_comm: true}\n");
  const ZeroFacts& facts = std::get<ZeroFacts>(zero.facts().distributed->kind);
  EXPECT_EQ(zero.scratch.said(), "");
  EXPECT_EQ(facts.stage, 3);
  EXPECT_EQ(facts.reduce_bucket, 200'000'000);
  EXPECT_TRUE(facts.overlap);
}

TEST(Techniques, DistributedMistakes) {
  expect_refused("    distributed: ddpp\n", "4:18 invalid-recipe `distributed` must be `ddp`");
  expect_refused("    distributed: ddpp\n", "did you mean `ddp`?");
  expect_refused("    distributed: {kind: zero4, gpus: 2}\n", "`kind` must be `ddp`");
  expect_refused("    distributed: {gpus: 2}\n", "`distributed` needs a `kind`");
  expect_refused("    distributed: zero2\n", "`zero2` needs to know over how many GPUs");
  expect_refused("    distributed: {kind: ddp, gpu: 2}\n", "did you mean `gpus`?");
  expect_refused("    distributed: {kind: ddp, gpus: 0}\n", "`gpus` must be a whole number of at least 1");
  expect_refused("    distributed: {kind: ddp, wrap: x}\n", "`ddp` training has no key `wrap`");
}

TEST(Runtime, EnvironmentAndProject) {
  Read read("    environment: {CUBLAS_WORKSPACE_CONFIG: \":4096:2:16:8\", CUDA_MODULE_LOADING: EAGER}\n",
            "allocator: \"max_split_size_mb:128\"\nenvironment: {CUDA_MODULE_LOADING: LAZY}\ncuda: \"11.7\"\n");
  EXPECT_EQ(read.scratch.said(), "");
  const RuntimeFacts& runtime = read.facts().runtime;
  EXPECT_EQ(runtime.cublas_workspace, Bytes((4096 * 2 + 16 * 8) * 1024));
  EXPECT_EQ(runtime.lazy_modules, false);
  EXPECT_EQ(runtime.allocator.max_split_size, Bytes(128 << 20));
  EXPECT_EQ(runtime.cuda, "11.7");
  Read own("    environment: {USE_OLD: 1, CUDA_MODULE_LOADING: EAGER}\n",
           "environment: {USE_OLD: 0, OTHER: \"a b\"}\n");
  EXPECT_EQ(own.facts().environment, (Variables{{"USE_OLD", "1"}, {"CUDA_MODULE_LOADING", "EAGER"}, {"OTHER", "a b"}}))
      << own.scratch.said();
  EXPECT_EQ(own.facts().gpus, std::nullopt);
  expect_refused("    environment: {USE_OLD: [1]}\n", "`USE_OLD` must be a string");
  expect_refused("    environment: {CUBLAS_WORKSPACE_CONFIG: \":4096\"}\n", "pairs such as :4096:8");
  expect_refused("    environment: {CUBLAS_WORKSPACE_CONFG: \":16:8\"}\n", "did you mean `CUBLAS_WORKSPACE_CONFIG`?");
  expect_refused("    cuda: latest\n", "`cuda` must be a version of CUDA");
}

AllocatorSettings settings(std::string_view text) {
  const auto parsed = parse_allocator_settings(text);
  const auto* problem = std::get_if<SettingsProblem>(&parsed);
  EXPECT_FALSE(problem) << text << ": " << (problem ? problem->message : "");
  return problem ? AllocatorSettings{} : std::get<AllocatorSettings>(parsed);
}

TEST(AllocatorSettings, EverySetting) {
  const AllocatorSettings all = settings(
      "max_split_size_mb: 64, expandable_segments:True,garbage_collection_threshold:0.8,max_non_split_rounding_mb:40,"
      "roundup_bypass_threshold_mb:100,backend:native,release_lock_on_cudamalloc:False");
  EXPECT_EQ(all.max_split_size, Bytes(64 << 20));
  EXPECT_EQ(all.max_non_split_rounding, Bytes(40 << 20));
  EXPECT_EQ(all.roundup_bypass, Bytes(100 << 20));
  EXPECT_TRUE(all.expandable_segments);
  EXPECT_DOUBLE_EQ(all.garbage_collection_threshold, 0.8);
  EXPECT_FALSE(settings("backend:cudaMallocAsync").native);
  EXPECT_FALSE(settings("").max_split_size);
}

// CUDAAllocatorConfig::parseRoundUpPower2Divisions [2.4]: [256:1,512:2,1024:4,>:8] is 1 up to 256 MiB, 2 at 512 MiB, 4
// at 1 GiB, and 8 from 1 GiB on, for ">" counts from the last size named.
TEST(AllocatorSettings, DivisionsBySize) {
  const auto divisions = settings("roundup_power2_divisions:[256:1,512:2,1024:4,>:8]").roundup_divisions;
  for (size_t power = 0; power <= 8; ++power) EXPECT_EQ(divisions[power], 1) << power;
  EXPECT_EQ(divisions[9], 2);
  for (size_t power = 10; power < 16; ++power) EXPECT_EQ(divisions[power], 8) << power;
  for (const int64_t each : settings("roundup_power2_divisions:4").roundup_divisions) EXPECT_EQ(each, 4);
}

TEST(AllocatorSettings, NamesTheBadPart) {
  const struct {
    std::string_view text;
    std::string_view part, message;
  } cases[] = {
      {"max_split_size_mb:20", "20", "above 20"},
      {"max_split_size_mb:x", "x", "whole number"},
      {"max_split_size:128", "max_split_size", "did you mean `max_split_size_mb`"},
      {"expandable_segments:true", "true", "True or False"},
      {"garbage_collection_threshold:1.0", "1.0", "below 1"},
      {"roundup_power2_divisions:3", "3", "power of two"},
      {"roundup_power2_divisions:[256:3]", "3", "power of two, or 0"},
      {"roundup_power2_divisions:[100:4]", "100", "power of two, in MiB"},
      {"max_split_size_mb=128", "max_split_size_mb=128", "no setting"},
      {"max_split_size_mb:128 expandable_segments:True", "128expandable_segments", "whole number"},
      {"backend:fast", "fast", "cudaMallocAsync"},
      {"max_split_size_mb:", "", "end where"},
      {"roundup_power2_divisions:[256:1", "", "end where"},
  };
  for (const auto& one : cases) {
    const auto parsed = parse_allocator_settings(one.text);
    const auto* problem = std::get_if<SettingsProblem>(&parsed);
    ASSERT_TRUE(problem) << one.text;
    EXPECT_NE(problem->message.find(one.message), std::string::npos) << one.text << ": " << problem->message;
    std::string part(one.text.substr(problem->begin, problem->end - problem->begin));
    std::erase(part, ' ');
    EXPECT_EQ(part, one.part) << one.text;
  }
  expect_refused("    allocator: \"max_split_size_mb:128,expandable_segmnts:True\"\n",
                 "vramlint.yaml:4:39 invalid-recipe `allocator`: the allocator has no setting `expandable_segmnts`; "
                 "did you mean `expandable_segments`?");
}

}  // namespace
}  // namespace vramlint::config::tests
