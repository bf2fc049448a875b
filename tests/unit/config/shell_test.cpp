// What a launch script is taken to do. The expected words are those that bash passes on (`printf '[%s]' "$@"`).
#include <gtest/gtest.h>

#include "config/launch/program_call.h"
#include "config/launch/shell_run.h"
#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

ShellRun run(Scratch& scratch, const std::vector<std::string>& arguments = {}) {
  std::vector<ShellText> given;
  for (const std::string& text : arguments) given.push_back({text, {}, {}});
  return run_shell(syntax::parse_shell(*scratch.files.read("run.sh").source), std::move(given), scratch.files);
}

/// "[python][train.py][--lr]", a line for each program.
std::string programs(const std::string& script, const std::vector<std::string>& arguments = {}) {
  Scratch scratch({{"run.sh", script}});
  std::string text;
  for (const StartedProgram& program : run(scratch, arguments).programs) {
    text += program.certain ? "" : "?";
    for (const ShellText& word : program.words) text += "[" + (word.unknown.empty() ? word.text : "UNKNOWN") + "]";
    text += "\n";
  }
  return text;
}

TEST(Shell, ReadsWordsAsBashDoes) {
  EXPECT_EQ(programs("python a.py --x 1 \\\n  --y 'a b' \"c d\"e # none of this\n"),
            "[python][a.py][--x][1][--y][a b][c de]\n");
  EXPECT_EQ(programs("python a.py `# a remark` --x\\ y \"\" '' 2>/dev/null > out.txt &\n"),
            "[python][a.py][--x y][][]\n");
  EXPECT_EQ(programs("A='1 2'\npython $A \"$A\" ${A}3 '$A' \\$A\n"), "[python][1][2][1 2][1][23][$A][$A]\n");
  EXPECT_EQ(programs("A=(x 'y z')\nA+=(w)\npython \"${A[@]}\" ${A[1]} ${#A}\n"),
            "[python][x][y z][w][y][z][UNKNOWN]\n");
}

TEST(Shell, FollowsDefaultsAndParameters) {
  const std::string script = "MODE=${1:-vae}\nB=${B:-4}\npython a.py $MODE $B $# \"$@\" ${2-none}\n";
  EXPECT_EQ(programs(script), "[python][a.py][vae][4][0][none]\n");
  EXPECT_EQ(programs(script, {"ldm", "x y"}), "[python][a.py][ldm][4][2][ldm][x y][x][y]\n");
  EXPECT_EQ(programs("F=a/b.tar.gz\npython ${F##*/} ${F%.*} ${F%%.*} ${F#a/}\n"),
            "[python][b.tar.gz][a/b.tar][a/b][b.tar.gz]\n");
  EXPECT_EQ(programs("python $UNSEEN $(nvidia-smi) \"$HOME/x\"\n"), "[python][UNKNOWN][UNKNOWN][UNKNOWN]\n");
}

TEST(Shell, TakesTheArmThatTheConditionLeadsTo) {
  const std::string cases = "case $1 in\n a|b) python ab.py;;\n [c-e]*) python c.py;;\n *) python other.py\nesac\n";
  EXPECT_EQ(programs(cases, {"b"}), "[python][ab.py]\n");
  EXPECT_EQ(programs(cases, {"dog"}), "[python][c.py]\n");
  EXPECT_EQ(programs(cases, {}), "[python][other.py]\n");
  const std::string tests =
      "if [ \"$1\" = x ] && [[ $# -ge 1 ]]; then python x.py; elif [ -z \"$1\" ]; then python none.py\n"
      "else exit 1; fi\npython last.py\n";
  EXPECT_EQ(programs(tests, {"x"}), "[python][x.py]\n[python][last.py]\n");
  EXPECT_EQ(programs(tests, {}), "[python][none.py]\n[python][last.py]\n");
  EXPECT_EQ(programs(tests, {"z"}), "");
  EXPECT_EQ(programs("[ \"$1\" = a ] || exit 1\npython a.py\n", {"b"}), "");
  EXPECT_EQ(programs("false || python a.py && python b.py\n"), "[python][a.py]\n[python][b.py]\n");
}

TEST(Shell, FollowsBothArmsOfWhatIsNotKnown) {
  EXPECT_EQ(programs("if [ ! -f weights/best.pt ]; then\n exit 1\nfi\npython a.py\n"), "[python][a.py]\n");
  EXPECT_EQ(programs("A=1\nif [ -f weights/best.pt ]; then A=2; python b.py; fi\npython a.py $A\n"),
            "?[python][b.py]\n[python][a.py][UNKNOWN]\n");
}

TEST(Shell, RunsLoopsAndFunctions) {
  EXPECT_EQ(programs("for i in 1 2; do python a.py $i; done\n"), "[python][a.py][1]\n[python][a.py][2]\n");
  EXPECT_EQ(programs("while [ $# -gt 0 ]; do case $1 in --b) B=$2; shift 2;; *) shift;; esac; done\npython a.py $B\n",
                     {"x", "--b", "7"}),
            "[python][a.py][7]\n");
  EXPECT_EQ(programs("train() {\n  python a.py \"$1\" $2\n}\ntrain 'x y' z\n"), "[python][a.py][x y][z]\n");
  EXPECT_EQ(programs("(cd sub; A=1)\npython a.py $(dirname a/b/c.sh) $(basename a/b)\n"), "[python][a.py][a/b][b]\n");
}

TEST(Shell, ReadsPastHereDocuments) {
  EXPECT_EQ(programs("cat > x.yaml <<'EOF'\npython not.py \"\nEOF\ncat <<-END | grep x\n\t$(\n\tEND\npython a.py\n"),
            "[python][a.py]\n");
}

TEST(Shell, EndsWhateverItIsGiven) {
  EXPECT_EQ(programs("f() { f; }\nf\nwhile true; do :; done\n"), "");
  Scratch scratch(Texts{{"run.sh", "while true; do A=$A$A-; done\n"}});
  EXPECT_FALSE(run(scratch).complete);
  Scratch growing(Texts{{"run.sh", "while true; do A+=(x y); python a.py \"${A[@]}\"; done\n"}});
  const ShellRun grown = run(growing);
  EXPECT_FALSE(grown.complete);
  size_t words = 0;
  for (const StartedProgram& program : grown.programs) words += program.words.size();
  EXPECT_LE(words, 300'000U) << "a thousand programs with up to two thousand words would be a million";
  Scratch climbing(Texts{{"run.sh", "while true; do cd ../..; done\n"}});
  EXPECT_FALSE(run(climbing).complete);
  EXPECT_EQ(programs("cd " + std::string(5000, 'a') + " || python a.py\n"), "[python][a.py]\n");
  for (const std::string text :
       {"if", "case", "$(", "${", "'", "\"", "`", "((", "a=(", "for", "<<", "{", "!", ")", ";;", "&&", "[[ a "}) {
    Scratch broken({{"run.sh", text}});
    (void)run(broken);
    Scratch deep({{"run.sh", [&] {
                     std::string all;
                     for (int i = 0; i < 3000; ++i) all += text;
                     return all;
                   }()}});
    (void)run(deep);
  }
}

TEST(Shell, FindsTheExportThatIsLost) {
  const auto lost = [](const std::string& script) {
    Scratch scratch({{"run.sh", script}});
    std::string text;
    for (const LostExport& one : run(scratch).lost) {
      text += one.name + " " + std::to_string(one.place.start().line) + " " +
              std::to_string(one.replaced_at.start().line) + "\n";
    }
    return text;
  };
  EXPECT_EQ(lost("export A=1\nexport A=2\npython a.py\n"), "A 1 2\n");
  EXPECT_EQ(lost("export A=1\nexport A=$A,2\npython a.py\n"), "");
  EXPECT_EQ(lost("export A=1\npython a.py\nexport A=2\n"), "");
  EXPECT_EQ(lost("A=1\nA=2\n"), "");
  EXPECT_EQ(lost("export A=1\nif [ -f weights/best.pt ]; then export A=2; fi\n"), "");
  EXPECT_EQ(lost("export A=1\nexport A=1\n"), "");
}

TEST(ProgramCalls, AreFoundBehindTheirLaunchers) {
  const auto call = [](const std::string& line) -> std::string {
    Scratch scratch({{"run.sh", line}, {"src/train.py", ""}});
    for (const StartedProgram& started : run(scratch).programs) {
      const auto found = program_call(started, "run.sh", scratch.files);
      if (!found) continue;
      std::string text = found->program->path() + ":" + (found->processes ? std::to_string(*found->processes) : "-");
      for (const ShellText& word : found->arguments) text += " " + word.text;
      return text;
    }
    return "none";
  };
  EXPECT_EQ(call("python -u src/train.py --lr 1"), "src/train.py:- --lr 1");
  EXPECT_EQ(call("CUDA_VISIBLE_DEVICES=0 torchrun --standalone --nproc_per_node=4 src/train.py -x"),
            "src/train.py:4 -x");
  EXPECT_EQ(call("mpirun -n 2 python src/train.py"), "src/train.py:2");
  EXPECT_EQ(call("python -m torch.distributed.launch --nproc_per_node 8 src/train.py a"),
            "src/train.py:8 --local_rank=0 a");
  EXPECT_EQ(call("accelerate launch --num_processes 2 --mixed_precision bf16 src/train.py"), "src/train.py:2");
  EXPECT_EQ(call("python -m src.train --a"), "src/train.py:- --a");
  EXPECT_EQ(call("cd src && python train.py"), "src/train.py:-");
  EXPECT_EQ(call("python -c 'import torch'"), "none");
  EXPECT_EQ(call("python missing.py"), "none");
}

// torch/distributed/run.py and launch.py [2.4], deepspeed/launcher/launch.py [0.14], accelerate/utils/launch.py [0.30].
TEST(ProgramCalls, LaunchersTellTheFirstProcessItsRank) {
  const auto told = [](const std::string& line) -> std::string {
    Scratch scratch({{"run.sh", line}, {"train.py", ""}});
    const auto found = program_call(run(scratch).programs.at(0), "run.sh", scratch.files);
    std::string text;
    for (const char* name : {"RANK", "LOCAL_RANK", "WORLD_SIZE"})
      text += (found->environment.contains(name) ? found->environment.at(name).text : "-") + " ";
    for (const ShellText& word : found->arguments) text += word.text;
    return text + (found->assumed.empty() ? "" : "?");
  };
  EXPECT_EQ(told("python train.py"), "- - - ");
  EXPECT_EQ(told("RANK=3 python train.py"), "3 - - ");
  EXPECT_EQ(told("torchrun train.py"), "0 0 1 ");
  EXPECT_EQ(told("torchrun --nnodes=2 --nproc_per_node 4 train.py"), "0 0 8 ");
  EXPECT_EQ(told("torchrun --nproc_per_node $COUNT train.py"), "0 0 2 ?");
  EXPECT_EQ(told("CUDA_VISIBLE_DEVICES=0,1,2 torchrun --nproc_per_node=gpu train.py"), "0 0 3 ?");
  EXPECT_EQ(told("python -m torch.distributed.run --nproc-per-node=4 train.py"), "0 0 4 ");
  EXPECT_EQ(told("python -m torch.distributed.launch --nproc_per_node=4 train.py"), "0 0 4 --local_rank=0");
  EXPECT_EQ(told("python -m torch.distributed.launch --nproc_per_node=4 --use_env train.py"), "0 0 4 ");
  EXPECT_EQ(told("deepspeed --num_gpus=4 train.py"), "0 0 4 --local_rank=0");
  EXPECT_EQ(told("deepspeed train.py"), "0 0 2 --local_rank=0?");
  EXPECT_EQ(told("accelerate launch --num_processes=4 train.py"), "0 0 4 ");
  EXPECT_EQ(told("accelerate launch --num_processes=1 train.py"), "- - - ");
  EXPECT_EQ(told("accelerate launch train.py"), "- - - ");
}

}  // namespace
}  // namespace vramlint::config::tests
