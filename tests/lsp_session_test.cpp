// `vramlint lsp` as an editor uses it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "lsp_client.h"
#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

const char* const kModel =
    "import torch\n"
    "class Net(torch.nn.Module):\n"
    "    def __init__(self, width):\n"
    "        super().__init__()\n"
    "        self.layer = torch.nn.Linear(width, width)\n"
    "    def forward(self, x):\n"
    "        return self.layer(x)\n";
const char* const kProject =
    "recipes:\n"
    "  - name: net\n"
    "    configs: [\"config/*.yaml\"]\n"
    "    model: model.Net(cfg.width)\n"
    "    inputs: [\"float32[cfg.batch_size, cfg.width]\"]\n"
    "    loss: mse\n"
    "    optimizer: adam\n";
// The comment silences nothing, and a smile is two units of UTF-16 and four of UTF-8.
const char* const kConfig = "width: 64\nbatch_size: 2  # vramlint: ignore[peak-memory-exceeds-device] \U0001F600\n";
constexpr int kSmileColumn =
    62;  // "batch_size: 2  # vramlint: ignore[peak-memory-exceeds-device] " has so many characters

Json full_capabilities() {
  return {{"textDocument",
           {{"publishDiagnostics", {{"relatedInformation", true}, {"codeDescriptionSupport", true}}},
            {"codeLens", Json::object()}}},
          {"workspace", {{"workspaceEdit", {{"documentChanges", true}}}}}};
}

Json whole(const std::string& text) { return Json::array({{{"text", text}}}); }

Json at(const std::filesystem::path& file) { return {{"textDocument", {{"uri", uri_of(file)}}}}; }

bool has_rule(const Json& diagnostics, const std::string& rule) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Json& one) { return one["code"] == rule; });
}

struct LspSession : testing::Test {
  ScratchFolder project{{"vramlint.yaml", kProject}, {"model.py", kModel}, {"config/a.yaml", kConfig}};
  std::filesystem::path config = project.path() / "config/a.yaml", model = project.path() / "model.py";
  LspClient client;

  Json begin(const Json& capabilities = full_capabilities(), const Json& options = {{"device", "rtx3090"}}) {
    return client.begin(capabilities, options);
  }
  std::string lens() {
    const Json lenses = client.request("textDocument/codeLens", at(config))["result"];
    return lenses.size() == 1 ? lenses[0]["command"]["title"].get<std::string>() : "";
  }
  Json actions(const Json& context, int first_line = 1) {
    Json parameters = at(config);
    parameters["range"] = {{"start", {{"line", first_line}, {"character", 0}}},
                           {"end", {{"line", 1}, {"character", 99}}}};
    parameters["context"] = context;
    return client.request("textDocument/codeAction", parameters)["result"];
  }
};

TEST_F(LspSession, BeginsAndEnds) {
  EXPECT_EQ(client.request("textDocument/hover", {})["error"]["code"], -32002);
  const Json result = begin();
  EXPECT_EQ(result["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(result["capabilities"]["textDocumentSync"]["change"], 2);
  EXPECT_EQ(client.request("initialize", Json::object())["error"]["code"], -32600);
  EXPECT_EQ(client.request("no/such", {})["error"]["code"], -32601);
  EXPECT_TRUE(client.request("shutdown", nullptr)["result"].is_null());
  EXPECT_EQ(client.request("textDocument/hover", {})["error"]["code"], -32600);
  client.notify("exit", nullptr);
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspSession, AnEndWithoutShutdownIsAnError) {
  begin();
  client.notify("exit", nullptr);
  EXPECT_EQ(client.end(), 1);
}

TEST_F(LspSession, TellsWhatIsWrongInTheUnitsOfTheClient) {
  for (const bool utf8 : {false, true}) {
    LspClient other;
    Json capabilities = full_capabilities();
    if (utf8) capabilities["general"] = {{"positionEncodings", {"utf-16", "utf-8"}}};
    EXPECT_EQ(other.begin(capabilities, {{"device", "rtx3090"}})["capabilities"]["positionEncoding"],
              utf8 ? "utf-8" : "utf-16");
    other.open(config, kConfig);
    const Json found = other.published(config, 1);
    ASSERT_EQ(found.size(), 1U) << found.dump(1);
    EXPECT_EQ(found[0]["code"], "unused-suppression");
    EXPECT_EQ(found[0]["source"], "vramlint");
    EXPECT_EQ(found[0]["severity"], 2);
    EXPECT_NE(found[0]["codeDescription"]["href"].get<std::string>().find("rules/unused-suppression.md"),
              std::string::npos);
    EXPECT_EQ(found[0]["range"]["end"]["line"], 1);
    EXPECT_EQ(found[0]["range"]["end"]["character"], kSmileColumn + (utf8 ? 4 : 2));
  }
}

TEST_F(LspSession, AFixTakesTheFindingAway) {
  begin();
  client.open(config, kConfig);
  ASSERT_EQ(client.published(config, 1).size(), 1U);
  const Json all = actions({{"diagnostics", Json::array()}});
  ASSERT_EQ(all.size(), 2U) << all.dump(1);
  EXPECT_EQ(all[0]["kind"], "quickfix");
  EXPECT_TRUE(all[0]["isPreferred"]);
  EXPECT_EQ(all[1]["kind"], "source.fixAll.vramlint");
  EXPECT_EQ(actions({{"only", {"source.fixAll"}}}).size(), 1U);
  EXPECT_EQ(actions({{"only", {"refactor"}}}).size(), 0U);
  const Json& document = all[0]["edit"]["documentChanges"][0];
  EXPECT_EQ(document["textDocument"]["version"], 1);
  Json changes = Json::array();
  for (const Json& edit : document["edits"]) changes.push_back({{"range", edit["range"]}, {"text", edit["newText"]}});
  client.change(config, 2, changes);
  EXPECT_EQ(client.published(config, 2), Json::array());
}

// Input and output of the layer hold 2^28 x 64 numbers of 4 bytes each: 64 GiB.
const char* const kTooLarge = "width: 64\nbatch_size: 268435456\n";

bool tells_batch(const Json& diagnostics) {
  return diagnostics.dump().find("The largest batch that fits") != std::string::npos;
}

TEST_F(LspSession, TheVerdictComesBeforeWhatTakesTrials) {
  begin();
  client.open(config, kTooLarge);
  const Json first = client.published(config, 1);
  EXPECT_TRUE(has_rule(first, "peak-memory-exceeds-device")) << first.dump(1);
  EXPECT_FALSE(tells_batch(first));
  const Json whole = client.published(config, 1);
  EXPECT_TRUE(has_rule(whole, "peak-memory-exceeds-device")) << whole.dump(1);
  EXPECT_TRUE(tells_batch(whole));
}

TEST_F(LspSession, WhatIsFoundByTrialsOfAnOldTextIsNotTold) {
  begin();
  client.open(config, kTooLarge);
  client.published(config, 1);
  client.change(config, 2, whole("width: 64\nbatch_size: 2\n"));
  EXPECT_EQ(client.published(config, 2), Json::array());
  EXPECT_TRUE(client.request("textDocument/diagnostic", at(config))["result"]["items"].empty());
}

TEST_F(LspSession, ActionsWaitForTheFixesThatTakeTrials) {
  begin();
  client.open(config, kTooLarge);
  const Json all = actions({{"diagnostics", Json::array()}}, 0);
  ASSERT_FALSE(all.empty());
  EXPECT_NE(all.dump().find("Set `batch_size` to"), std::string::npos) << all.dump(1);
}

TEST_F(LspSession, TellsPeakAndWhatAKeyCosts) {
  begin();
  client.open(config, kConfig);
  client.published(config, 1);
  EXPECT_NE(lens().find("peak of 23.7 GiB"), std::string::npos) << lens();
  Json parameters = at(config);
  parameters["position"] = {{"line", 0}, {"character", 2}};
  const Json hover = client.request("textDocument/hover", parameters)["result"];
  const std::string text = hover["contents"]["value"];
  EXPECT_NE(text.find("`width`: with 32 instead of 64"), std::string::npos) << text;
  EXPECT_NE(text.find("| parameter |"), std::string::npos) << text;
}

TEST_F(LspSession, AnEditOfTheModelIsSeenByTheConfigsThatUseIt) {
  begin();
  client.open(config, kConfig);
  client.published(config, 1);
  client.open(model, kModel);
  client.published(model, 1);
  client.change(model, 2,
                whole("import torch\nclass Net(torch.nn.Module):\n    def __init__(self, width):\n        raise "
                      "ValueError('no')\n"));
  EXPECT_TRUE(has_rule(client.published(model, 2), "constructor-raises"));
  client.change(model, 3, whole(kModel));
  EXPECT_EQ(client.published(model, 3), Json::array());
}

TEST_F(LspSession, AnEditOfTheProjectFileIsSeen) {
  begin(full_capabilities(), Json::object());
  client.open(config, kConfig);
  client.published(config, 1);
  EXPECT_EQ(lens().find(" of "), std::string::npos) << lens();
  const std::filesystem::path file = project.path() / "vramlint.yaml";
  client.open(file, kProject);
  client.published(file, 1);
  client.change(file, 2, whole(std::string("device: rtx3090\n") + kProject));
  client.published(file, 2);
  EXPECT_NE(lens().find("of 23.7 GiB"), std::string::npos) << lens();
}

TEST_F(LspSession, PullsWaitForWhatIsNew) {
  begin();
  client.open(config, kConfig);
  client.change(config, 2, whole("width: 64\nbatch_size: 2\n"));
  const Json report = client.request("textDocument/diagnostic", at(config))["result"];
  EXPECT_EQ(report["kind"], "full");
  EXPECT_EQ(report["items"], Json::array());
}

TEST_F(LspSession, ARequestMayBeCancelled) {
  begin();
  client.open(config, kConfig);
  const int id = client.post("textDocument/diagnostic", at(config));
  client.notify("$/cancelRequest", {{"id", id}});
  EXPECT_EQ(client.wait_for_id(id)["error"]["code"], -32800);
  EXPECT_EQ(client.published(config, 1).size(), 1U);
}

TEST_F(LspSession, BasesAreLinks) {
  begin();
  project.put("config/base.yaml", "width: 64\n");
  client.open(config, "_base_: base.yaml\nother: none.yaml\n");
  const Json links = client.request("textDocument/documentLink", at(config))["result"];
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0]["target"], uri_of(project.path() / "config/base.yaml"));
  EXPECT_EQ(links[0]["range"]["start"]["character"], 8);
}

TEST_F(LspSession, NothingThatIsSentEndsIt) {
  begin();
  client.open(config, kConfig);
  for (const char* content : {"", "{", "[]", "null", "3", "{}", R"({"id":[],"method":"shutdown"})", R"({"id":7})",
                              R"({"id":8,"method":9})", R"({"method":"textDocument/didChange","params":[1]})",
                              R"({"method":"textDocument/didOpen","params":{"textDocument":{"uri":5}}})",
                              R"({"id":9,"method":"textDocument/hover","params":null})", "\xff\xfe",
                              R"({"method":"$/cancelRequest","params":{}})"})
    client.send_bytes("Content-Length: " + std::to_string(std::string(content).size()) + "\r\n\r\n" + content);
  client.send_bytes("Content-Length: 9999999999\r\nX\r\n");
  client.send_bytes("\r\n");
  EXPECT_EQ(client.end(), 1) << "the input ended without a shutdown";
}

TEST_F(LspSession, OfADocumentThatIsNoFileThereIsNothingToSay) {
  begin();
  for (const char* uri : {"untitled:Untitled-1", "git:/a.yaml?x", "vscode-notebook-cell:/a.ipynb"}) {
    client.notify("textDocument/didOpen",
                  {{"textDocument", {{"uri", uri}, {"languageId", "yaml"}, {"version", 1}, {"text", "a: 1\n"}}}});
    const Json document = {{"textDocument", {{"uri", uri}}}, {"position", {{"line", 0}, {"character", 0}}}};
    EXPECT_EQ(client.request("textDocument/hover", document).value("result", Json(1)), Json(nullptr)) << uri;
    EXPECT_EQ(client.request("textDocument/codeLens", document).value("result", Json(1)), Json::array()) << uri;
    EXPECT_EQ(client.request("textDocument/codeAction", document).value("result", Json(1)), Json::array()) << uri;
  }
}

TEST_F(LspSession, WhatIsStrangeIsToldInPlainWords) {
  begin();
  const Json answer = client.request("textDocument/hover", {{"textDocument", {{"uri", 5}}}});
  EXPECT_EQ(answer["error"]["message"], "textDocument/hover: its parameters are not what the protocol says");
  client.notify("textDocument/didOpen", {{"textDocument", 5}});
  const Json log = client.wait_for([](const Json& one) { return one.value("method", "") == "window/logMessage"; });
  EXPECT_EQ(log["params"]["message"], "vramlint: textDocument/didOpen: its parameters are not what the protocol says");
}

TEST_F(LspSession, EndsWithTheProcessThatBeganIt) {
  const pid_t parent = fork();
  if (parent == 0) {
    pause();
    _exit(0);
  }
  client.request("initialize", {{"capabilities", full_capabilities()}, {"processId", parent}});
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(client.wait_for([](const Json&) { return false; }), Json(nullptr));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15)) << "it still runs";
  EXPECT_EQ(client.end(), 1);
}

TEST_F(LspSession, AnUnknownDeviceIsTold) {
  client.post("initialize", {{"capabilities", full_capabilities()}, {"initializationOptions", {{"device", "rtx9"}}}});
  const Json message = client.wait_for([](const Json& one) { return one.value("method", "") == "window/showMessage"; });
  EXPECT_NE(message["params"]["message"].get<std::string>().find("rtx9"), std::string::npos);
}

TEST_F(LspSession, SettingsOfOthersLeaveItsOwn) {
  begin();
  client.open(config, kConfig);
  client.published(config, 1);
  const auto tell = [&](const Json& settings) {
    client.notify("workspace/didChangeConfiguration", {{"settings", settings}});
  };
  const auto told = [&](const Json& settings) {
    tell(settings);
    client.published(config, 1);
    return lens();
  };
  for (const Json& others : {Json::object(), Json(nullptr), Json{{"yaml", {{"validate", true}}}},
                             Json{{"vramlint", Json::object()}}, Json{{"vramlint", nullptr}}}) {
    tell(others);
    EXPECT_NE(lens().find("of 23.7 GiB"), std::string::npos) << others;
  }
  EXPECT_NE(told({{"device", "rtx3060"}}).find("of 11.8 GiB"), std::string::npos);
  EXPECT_NE(told({{"vramlint", {{"device", "rtx3090"}}}}).find("of 23.7 GiB"), std::string::npos);
  EXPECT_EQ(told({{"vramlint", {{"device", ""}}}}).find(" of "), std::string::npos);
}

/// A base of OpenMMLab's kind.
TEST(LspBases, AnEditOfABaseIsSeenByTheConfigsThatInheritIt) {
  const ScratchFolder scratch;
  std::filesystem::copy(root() / "tests/examples/birdview", scratch.path(), std::filesystem::copy_options::recursive);
  const std::filesystem::path config = scratch.path() / "configs/lifted_wide.py",
                              base = scratch.path() / "configs/_base_/camera.py";
  LspClient client;
  client.begin(full_capabilities(), {{"device", "rtx3060"}});
  client.open(config, read_text(config));
  client.published(config, 1);
  std::string text = read_text(base);
  client.open(base, text);
  client.published(base, 1);
  const size_t size = text.find("(96, 160)");
  ASSERT_NE(size, std::string::npos);
  client.change(base, 2, whole(text.replace(size, 9, "(96000, 3200)")));
  const Json found = client.wait_for([&](const Json& one) {
    return one.value("method", "") == "textDocument/publishDiagnostics" &&
           has_rule(one["params"]["diagnostics"], "peak-memory-exceeds-device");
  });
  EXPECT_FALSE(found.is_null());
}

}  // namespace
}  // namespace vramlint::tests
