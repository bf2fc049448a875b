// Settings that Hydra composes: https://hydra.cc/docs/1.3/advanced/defaults_list says in which order and where.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A program whose layer is `cfg.model.width` wide and takes `cfg.batch` rows of 8.
struct Composed {
  std::vector<std::pair<std::string, std::string>> files;
  std::string main = "version_base=\"1.3\", config_path=\"conf\", config_name=\"train\"";
  std::string width = "cfg.model.width";
  std::string args = "[]";

  Said check() const {
    const ScratchFolder folder;
    folder.put("vramlint.yaml",
               "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: {path: train.py, args: " + args + "}\n");
    for (const auto& [path, text] : files) folder.put(path, text);
    folder.put("train.py", "import hydra\nimport torch\n\n\n@hydra.main(" + main + R"()
def main(cfg):
    model = torch.nn.Linear(8, )" +
                               width + R"(, bias=False).cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for step in range(100):
        model(torch.randn(cfg.batch, 8, device="cuda")).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


if __name__ == "__main__":
    main()
)");
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  }

  void expect_width(int64_t expected) const {
    const Said said = check();
    ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
    EXPECT_EQ(said.parameters(), 8 * expected);
  }
};

TEST(Hydra, AnExperimentOverridesAGroup) {
  Composed{.files = {{"conf/train.yaml",
                      "defaults:\n  - _self_\n  - model: small\n  - experiment: null\n  - optional local: x\n\n"
                      "batch: 4\n"},
                     {"conf/model/small.yaml", "width: 16\n"},
                     {"conf/model/big.yaml", "width: ${batch}\n"},
                     {"conf/experiment/e.yaml",
                      "# @package _global_\ndefaults:\n  - override /model: big\n  - _self_\nbatch: 64\n"}},
           .args = "[+experiment=e]"}
      .expect_width(64);
}

TEST(Hydra, ItsOwnOptionsSayWhichConfig) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"conf/train.yaml", "batch: 4\nmodel:\n  width: 16\n"},
      {"conf/large.yaml", "batch: 4\nmodel:\n  width: 64\n"},
      {"other/train.yaml", "batch: 4\nmodel:\n  width: 32\n"},
      {"more/added.yaml", "defaults:\n  - train\n  - _self_\nmodel:\n  width: 48\n"}};
  const std::pair<const char*, int64_t> started[] = {
      {"[--config-name=large]", 64},      {"[-cn, large.yaml]", 64}, {"[--config-path=other]", 32},
      {"[-cp, other, model.width=8]", 8}, {"[batch=2, -m]", 16},     {"[--config-dir, more, -cn, added]", 48}};
  for (const auto& [args, width] : started) {
    SCOPED_TRACE(args);
    Composed{.files = files, .args = args}.expect_width(width);
  }
  Composed{.files = files, .main = "config_path=\"conf\"", .args = "[--config-name=large]"}.expect_width(64);
}

TEST(Hydra, FilesLandAtTheRootUpTo10) {
  // 0.11 takes the path of the file; neither 0.11 nor 1.0 gives a group a place of its own, and groups win.
  const std::pair<std::string, std::string> train = {"conf/train.yaml",
                                                     "defaults:\n  - model: small\nbatch: 4\nmodel:\n  width: 2\n"},
                                            model = {"conf/model/small.yaml", "model:\n  width: 16\n"};
  Composed{.files = {train, model}, .main = "config_path=\"conf/train.yaml\", strict=True"}.expect_width(16);
  Composed{.files = {train, model, {"requirements.txt", "hydra-core==1.0.7\n"}},
           .main = "config_path=\"conf\", config_name=\"train\""}
      .expect_width(16);
}

TEST(Hydra, AFileOfAGroupIsNamedByItsPath) {
  Composed{.files = {{"conf/train.yaml", "defaults:\n  - model/small\n  - _self_\nbatch: 4\n"},
                     {"conf/model/small.yaml", "defaults:\n  - /sizes@_here_: wide\n"},
                     {"conf/sizes/wide.yaml", "width: 32\n"}}}
      .expect_width(32);
}

TEST(Hydra, ItsOwnGroupsAreNotTheProgramsFiles) {
  Composed{.files = {{"conf/train.yaml",
                      "defaults:\n  - override hydra/launcher: joblib\n  - hydra/job_logging: colorlog\n  - _self_\n"
                      "batch: 4\nmodel:\n  width: 16\n"}}}
      .expect_width(16);
}

TEST(Hydra, APackageIsChosenByTheCommandLine) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"conf/train.yaml", "defaults:\n  - net@model: small\n  - _self_\nbatch: 4\n"},
      {"conf/net/small.yaml", "width: 16\n"},
      {"conf/net/big.yaml", "width: 48\n"}};
  Composed{.files = files, .args = "[net@model=big]"}.expect_width(48);
  Composed{.files = files, .width = "cfg.other.width", .args = "[+net@other=big]"}.expect_width(48);
}

}  // namespace
}  // namespace vramlint::tests
