// How programs are started that declare no parser of argparse, lie in packages, or are launched; and what `init` makes
// of it. What the command line says is the width of a layer with four outputs: `width * 4 + 4` parameters.
#include <gtest/gtest.h>

#include "started_tree.h"

namespace vramlint::tests {
namespace {

TEST(OpenStarted, FireMakesArgumentsOfWords) {
  const Tree tree;
  tree.put("train.py", R"(
import fire
from step import train

def main(width: int, names=None, deep=True, scale: float = 1.0):
    assert names == ["q_proj", "v_proj"] and deep is False and scale == 0.5
    train(width)

if __name__ == "__main__":
    fire.Fire(main)
)");
  for (const char* width : {"'--width', '8'", "'--width=8'", "'8'"}) {
    SCOPED_TRACE(width);
    const Said said = tree.said(std::string(width) + ", --names, '[q_proj,v_proj]', '--nodeep', --scale, '0.5'");
    ASSERT_EQ(said.status(), "estimated") << said.config;
    EXPECT_EQ(said.parameters(), 36);
  }
}

TEST(OpenStarted, FireFindsACommandByItsName) {
  const Tree tree;
  tree.put("train.py",
           "import fire\nfrom step import train\n\nclass Runs:\n    def __init__(self, width=4):\n"
           "        self.width = width\n\n    def fit(self, twice=False):\n"
           "        train(self.width * 2 if twice else self.width)\n\nfire.Fire(Runs)\n");
  EXPECT_EQ(tree.said("fit, '--twice'").parameters(), 36);
}

TEST(OpenStarted, FlagsOfAbslAreThoseOfTheCommandLine) {
  const Tree tree;
  tree.put("train.py", R"(
from absl import app, flags
from step import train

FLAGS = flags.FLAGS
flags.DEFINE_integer("width", None, "how wide")
flags.DEFINE_bool("twice", False, "twice as wide")
flags.DEFINE_enum("mode", "train", ["train", "eval"], "what to do")
flags.mark_flags_as_required(["width"])

def main(argv):
    if FLAGS.mode == "train":
        train(FLAGS.width * 2 if FLAGS.twice else FLAGS.width)

if __name__ == "__main__":
    app.run(main)
)");
  EXPECT_EQ(tree.said("'--width=4', '--twice'").parameters(), 36);
  EXPECT_EQ(tree.said("'--width', '8', '--notwice'").parameters(), 36);
  EXPECT_NE(tree.said("'--width=4', '--mode=eval'").status(), "estimated");
}

TEST(OpenStarted, ACommandLineThatIsRefusedEndsTheProgram) {
  const Tree tree;
  tree.put("train.py",
           "import argparse\nfrom step import train\nparser = argparse.ArgumentParser()\n"
           "parser.add_argument('--width', type=int, default=8)\nargs = parser.parse_args()\ntrain(args.width)\n");
  const Said said = tree.said("'--heads', '2'");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_TRUE(has(said.findings.dump(), "the program ends at its command line: the program has no argument --heads"))
      << said.findings;
}

TEST(OpenStarted, AFlagfileStandsForItsLines) {
  const Tree tree;
  tree.put("train.py",
           "from absl import app, flags\nfrom step import train\nflags.DEFINE_integer('width', 1, 'how wide')\n"
           "flags.DEFINE_bool('train', False, 'train')\n\ndef main(argv):\n    if flags.FLAGS.train:\n"
           "        train(flags.FLAGS.width)\n\napp.run(main)\n");
  tree.put("small.txt", "# small\n\n--width=4\n--train\n");
  tree.put("wide.txt", "--flagfile=small.txt\n--width=8\n");
  EXPECT_EQ(tree.said("--flagfile, small.txt").parameters(), 20);
  EXPECT_EQ(tree.said("'--flagfile=wide.txt'").parameters(), 36);
  EXPECT_EQ(tree.said("'--width=2', '--flagfile=small.txt'").parameters(), 20) << "the last one counts";
}

TEST(OpenStarted, ClickMakesArgumentsOfOptions) {
  const Tree tree;
  tree.put("train.py", R"(
import click
from step import train

def numbers(text):
    return [int(one) for one in text.split(",")]

@click.command()
@click.option("--outdir", type=str, required=True)
@click.option("-n", "--dry-run", is_flag=True)
@click.option("--width", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("--fp16/--no-fp16", default=True)
@click.option("--kind", type=click.Choice(["a", "b"], case_sensitive=False), default="a")
@click.option("--res", "sizes", type=numbers, default="16,8")
@click.option("--tag", multiple=True)
@click.argument("factor", type=int)
@click.pass_context
def main(ctx, factor, outdir, dry_run, fp16, kind, **rest):
    assert not dry_run and fp16 is False and kind == "b"
    assert rest["sizes"] == [16, 8] and rest["tag"] == ("x", "y")
    train(ctx.params["width"] * factor)

if __name__ == "__main__":
    main()
    raise RuntimeError("never here: a command leaves the program")
)");
  const Said said = tree.said("--outdir, o, '--width=4', '--no-fp16', --kind, B, --tag, x, --tag, y, '2'");
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 36);
  EXPECT_NE(tree.said("--outdir, o, '2', '--dry-run'").status(), "estimated");
}

TEST(OpenStarted, ClickFindsACommandByItsName) {
  const Tree tree;
  tree.put("train.py",
           "import click\nfrom step import train\n\n@click.group()\n@click.option('--twice', is_flag=True)\n"
           "@click.pass_context\ndef cli(ctx, twice):\n    ctx.obj = 2 if twice else 1\n\n"
           "@cli.command()\n@click.argument('width', type=int)\n@click.pass_obj\n"
           "def fit(factor, width):\n    train(width * factor)\n\n@cli.command('look')\ndef look_at():\n    pass\n\n"
           "if __name__ == '__main__':\n    cli()\n");
  EXPECT_EQ(tree.said("'--twice', fit, '4'").parameters(), 36);
  EXPECT_NE(tree.said("look").status(), "estimated");
}

TEST(OpenStarted, APackageWithoutAnInitIsFoundInItsFolder) {
  const Tree tree;
  tree.put("src/cooking/main.py", "from step import train\n\ndef main():\n    train(8)\n");
  tree.put("tools/train.py", "from cooking.main import main\n\nif __name__ == '__main__':\n    main()\n");
  const ProgramRun run = tree.init("tools/train.py");
  EXPECT_TRUE(has(run.output, "python_path: [src")) << run.output << run.errors;
}

TEST(OpenStarted, APartOfAPackageIsNoPackageOfItsName) {
  const Tree tree;
  tree.put("tools/train.py", "from datasets import load\nfrom step import train\n\ntrain(8)\n");
  tree.put("encoders/__init__.py", "");
  tree.put("encoders/datasets/__init__.py", "");
  EXPECT_FALSE(has(tree.init("tools/train.py").output, "encoders"));
}

TEST(OpenStarted, WhatFlagsAreRequiredIsAskedFor) {
  const Tree tree;
  tree.put("train.py",
           "from absl import app, flags\nfrom step import train\n"
           "flags.DEFINE_integer('width', None, 'how wide', required=True)\n\ndef main(argv):\n"
           "    train(flags.FLAGS.width)\n\napp.run(main)\n");
  EXPECT_TRUE(has(tree.init("train.py").output, "# TODO: the command line: the program asks for --width"));
}

TEST(OpenStarted, FlagsChangeAConfigOfPython) {
  const Tree tree;
  tree.put("configs/small.py",
           "import ml_collections\n\ndef get_config():\n    config = ml_collections.ConfigDict()\n"
           "    config.model = ml_collections.ConfigDict({'width': 4, 'name': 'a'})\n    return config\n");
  tree.put("train.py",
           "from absl import app, flags\nfrom ml_collections.config_flags import config_flags\n"
           "from step import train\nconfig_flags.DEFINE_config_file('config', None, 'settings')\n\n"
           "def main(argv):\n    train(flags.FLAGS.config.model.width)\n\napp.run(main)\n");
  EXPECT_EQ(tree.said("'--config=configs/small.py'").parameters(), 20);
  EXPECT_EQ(tree.said("'--config=configs/small.py', '--config.model.width=8'").parameters(), 36);
}

TEST(OpenStarted, WhatAProgramLooksForBeforeItEndsIsTakenToBeThere) {
  const Tree tree;
  tree.put("train.py", R"(
import os
import sys
from step import train

def check(root):
    needed = [("images", os.path.exists(root + "/images"))]
    if os.path.isdir(root + "/labels"):
        needed.append(("labels", True))
    else:
        needed.append(("labels", False))
    missing = [name for name, there in needed if not there]
    if missing:
        raise AssertionError("missing: " + ", ".join(missing))

try:
    check("/data/town")
except AssertionError as error:
    print(error)
    sys.exit(1)
# What an earlier run would have left is still not there.
train(4 if os.path.exists("/runs/last.pth") else 8)
)");
  const Said said = tree.said("");
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 36);
  EXPECT_TRUE(said.assumes("`/data/town/images` is taken to be there, for without it the program stops"));
  EXPECT_TRUE(said.assumes("`/data/town/labels` is taken to be there, for without it the program stops"));
  EXPECT_TRUE(said.assumes("`/runs/last.pth` is taken not to be there yet"));
}

// A script beside it makes it of the raw data; the program's own may make it when it runs.
TEST(OpenStarted, WhatIsPreparedBeforeTheTrainingIsThere) {
  const std::string program =
      "import os, pickle, torch\nclasses = 1000\nif os.path.exists('data/words/meta.pkl'):\n"
      "    with open('data/words/meta.pkl', 'rb') as f:\n        classes = pickle.load(f)['classes']\n"
      "net = torch.nn.Linear(8, classes).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for i in range(10):\n    loss = net(torch.zeros(4, 8, device='cuda')).sum()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\n";
  const auto said_with = [&](const std::string& script, const std::string& data) {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: train.py\n" + data);
    folder.put("train.py", program);
    folder.put(script, "import pickle\npickle.dump({}, open('meta.pkl', 'wb'))\n");
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  };
  const Said asked = said_with("data/words/prepare.py", "");
  EXPECT_NE(asked.status(), "estimated") << asked.config;
  EXPECT_TRUE(asked.assumes("`data/words/meta.pkl` is taken to be there, for `data/words/prepare.py` beside it"));
  EXPECT_EQ(said_with("data/words/prepare.py", "    data: {classes: 65}\n").parameters(), 65 * 9);
  EXPECT_EQ(said_with("data/other/prepare.py", "").parameters(), 1000 * 9);
}

TEST(OpenStarted, WhatEndsAProgramWhateverIsThereStillEndsIt) {
  const Tree tree;
  tree.put("train.py",
           "import os, sys\nfrom step import train\n"
           "print(os.path.exists('/data/town'))\nif len(sys.argv) > 1:\n    sys.exit(1)\ntrain(8)\n");
  EXPECT_EQ(tree.said("").parameters(), 36);
  const Said said = tree.said("'--other'");
  EXPECT_NE(said.status(), "estimated") << said.config;
  EXPECT_FALSE(said.assumes("is taken to be there")) << said.config;
}

TEST(OpenStarted, AProgramOfAPackageImportsByRelativeNames) {
  const Tree tree;
  tree.put("pkg/__init__.py", "");
  tree.put("pkg/parts.py", "WIDTH = 8\n");
  tree.put("pkg/sub/__init__.py", "");
  tree.put("pkg/sub/__main__.py",
           "import sys\nfrom ..parts import WIDTH\nfrom step import train\n"
           "if __name__ == '__main__':\n    train(WIDTH)\n");
  const Said said = tree.said("", "pkg/sub/__main__.py");
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 36);
}

TEST(OpenStarted, AProgramThatIsLaunchedFindsItsRank) {
  const Tree tree;
  tree.put("train.py", R"(
import os
from step import train
assert "RANK" in os.environ, "start it by torchrun"
train(8 if os.environ["WORLD_SIZE"] == "4" else 2)
)");
  for (const char* launcher : {"torchrun --nproc_per_node=4 train.py", "torchrun --nproc-per-node 4 train.py",
                               "python -m torch.distributed.launch --nproc_per_node 4 train.py"}) {
    SCOPED_TRACE(launcher);
    tree.put("README.md", std::string("```\n") + launcher + "\n```\n");
    const ProgramRun run = tree.init("train.py");
    EXPECT_TRUE(has(run.output, "environment: {RANK: '0', LOCAL_RANK: '0', WORLD_SIZE: '4'}")) << run.output;
    EXPECT_TRUE(has(run.errors, "36 parameters")) << run.errors;
  }
}

// The words that are given, and the launcher of the README.
TEST(OpenStarted, AProgramThatIsGivenItsWordsIsLaunched) {
  const Tree tree;
  tree.put("train.py", R"(
import os, sys
from step import train
assert "RANK" in os.environ, "start it by torchrun"
train(8 if os.environ["WORLD_SIZE"] == "4" and sys.argv[1] == "--wide" else 2)
)");
  tree.put("README.md", "```\ntorchrun --nproc_per_node=4 train.py --narrow\n```\n");
  const ProgramRun run = tree.init("train.py", {"--", "--wide"});
  EXPECT_TRUE(has(run.output, "environment: {RANK: '0', LOCAL_RANK: '0', WORLD_SIZE: '4'}")) << run.output;
  EXPECT_TRUE(has(run.errors, "36 parameters")) << run.errors;
}

// `pip install -e light`: a layer of 8 x 4 and 4.
TEST(OpenStarted, AFolderWithASetupHasThePackageOfItsName) {
  for (const char* setup : {"light/setup.py", "light/pyproject.toml", "third/setup.py", "third/pyproject.toml"}) {
    const std::string folder = std::string(setup).substr(0, std::string(setup).find('/'));
    for (const char* source : {"/light/", "/src/light/"}) {
      const Tree tree;
      tree.put(setup, "");
      tree.put(folder + source + "__init__.py", "from .parts import WIDTH\n");
      tree.put(folder + source + "parts.py", "WIDTH = 8\n");
      tree.put("train.py",
               "from light import WIDTH\nimport light.parts\nfrom step import train\ntrain(light.parts.WIDTH)\n");
      const Said said = tree.said("", "train.py");
      EXPECT_EQ(said.status(), "estimated") << setup << source << said.config;
      EXPECT_EQ(said.parameters(), 36);
    }
  }
}

// A copy of a config that is imported from a temporary folder is that config.
TEST(OpenStarted, AConfigIsImportedFromACopy) {
  const Tree tree;
  tree.put("configs/wide.py", "width = 8\n");
  tree.put("train.py", R"(
import os.path as osp, shutil, sys, tempfile
from importlib import import_module
from step import train
def read(filename):
    filename = osp.abspath(osp.expanduser(filename))
    with tempfile.TemporaryDirectory() as folder:
        copy = tempfile.NamedTemporaryFile(dir=folder, suffix=".py")
        name = osp.basename(copy.name)
        shutil.copyfile(filename, osp.join(folder, name))
        sys.path.insert(0, folder)
        module = import_module(osp.splitext(name)[0])
        sys.path.pop(0)
        found = {key: value for key, value in module.__dict__.items() if not key.startswith("__")}
        del sys.modules[osp.splitext(name)[0]]
        copy.close()
    return found
train(read(sys.argv[1])["width"])
)");
  const Said said = tree.said("configs/wide.py");
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.parameters(), 36);
}

/// A program whose width is in its config, and that `--wide 8` overrides; a config that is not started otherwise.
void put_two_configs(const Tree& tree) {
  tree.put("configs/a.yaml", "width: 2\n");
  tree.put("configs/b.yaml", "width: 2\n");
  tree.put("train.py",
           "import argparse, yaml\nfrom step import train\nparser = argparse.ArgumentParser()\n"
           "parser.add_argument('--config')\nparser.add_argument('--wide', type=int, default=None)\n"
           "args = parser.parse_args()\nconfig = yaml.safe_load(open(args.config))\n"
           "train(args.wide or config['width'])\n");
}

// step.train(8) has 36 parameters, step.train(2) fewer.
TEST(OpenStarted, AConfigThatTheRepositoryStartsInItsOwnWayHasARecipeOfItsOwn) {
  for (const auto& [file, text] : std::vector<std::pair<std::string, std::string>>{
           {"run.sh", "python train.py --config configs/b.yaml --wide 8\n"},
           {"README.md", "Train:\n```\npython train.py --config configs/b.yaml --wide 8\n```\n"}}) {
    const Tree tree;
    put_two_configs(tree);
    tree.put(file, text);
    tree.init("train.py", {"--write"});
    EXPECT_EQ(tree.checked("configs/b.yaml").parameters(), 36) << file;
    EXPECT_LT(tree.checked("configs/a.yaml").parameters(), 36) << file;
  }
}

TEST(OpenStarted, ATestOfAConfigIsNoStartOfIt) {
  const Tree tree;
  put_two_configs(tree);
  tree.put("README.md", "Test:\n```\npython train.py --config configs/b.yaml --wide 8 --eval\n```\n");
  const ProgramRun run = tree.init("train.py");
  EXPECT_FALSE(has(run.output, "--wide")) << run.output;
}

}  // namespace
}  // namespace vramlint::tests
