// BERT and its words as transformers 4 has them: `bert-base-uncased` has 12 layers of width 768 with 3,072 between, and
// 30,522 words.
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

BuildResult speaking(const std::string& constructor, const std::string& forward) {
  Recipe recipe;
  recipe.files["net.py"] =
      "import torch\nfrom torch import nn\nfrom transformers import AutoTokenizer, BertConfig, BertModel\n\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
      constructor + "    def forward(self, x):\n" + forward;
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[2, 64]"};
  recipe.loss = "outputs.sum()";
  return recipe.build();
}

void expect_spoken(const BuildResult& result) {
  if (result.failure) ADD_FAILURE() << result.failure->message << ": " << result.failure->span.text();
}

// (30522 + 512 + 2) * 768 + 2 * 768 = 23,837,184 of the embeddings; 4 * (768 * 768 + 768) + 2 * 768 +
// (768 * 3072 + 3072) + (3072 * 768 + 768) + 2 * 768 = 7,087,872 a layer; 768 * 768 + 768 = 590,592 of the pooler.
TEST(Language, BertHasAsManyParametersAsItsCheckpoint) {
  expect_spoken(speaking(R"(
        config = BertConfig.from_pretrained("bert-base-uncased")
        self.bert = BertModel.from_pretrained("bert-base-uncased", config=config)
        count = sum([p.numel() for p in self.bert.parameters()])
        assert count == 23837184 + 12 * 7087872 + 590592, count
        assert count == 109482240
        bare = BertModel(config, add_pooling_layer=False)
        assert sum([p.numel() for p in bare.parameters()]) == count - 590592
)",
                         R"(
        ids = torch.zeros(2, 64, dtype=torch.int64, device=x.device)
        made = self.bert(input_ids=ids, attention_mask=torch.ones(2, 64, 64, device=x.device),
                         output_hidden_states=True)
        assert len(made.hidden_states) == 13 and made.last_hidden_state.shape == (2, 64, 768)
        assert made[1].shape == (2, 768)
        return made[0]
)"));
}

// [CLS] two words . x [SEP]: a blank belongs to no token.
TEST(Language, TextsAreCutIntoTokens) {
  expect_spoken(speaking(R"(
        tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
        self.made = tokenizer(["two words. x"], padding="max_length", max_length=16, truncation=True,
                              return_tensors="pt")
        assert self.made.input_ids.shape == self.made["attention_mask"].shape == (1, 16)
        places = [self.made.char_to_token(at) for at in (0, 3, 4, 9, 11)]
        assert places == [1, None, 2, 3, 4], places
        assert (self.made.input_ids[0, 3] == tokenizer.convert_tokens_to_ids(".")).item()
        assert tokenizer.convert_tokens_to_ids(["[CLS]", "[SEP]"]) == [101, 102]
        assert tokenizer(["a b c", "a"], padding="longest", return_tensors="pt").input_ids.shape == (2, 5)
        assert [len(each) for each in tokenizer(["a b c", "a"]).input_ids] == [5, 3]
        self.fc = nn.Linear(64, 1)
)",
                         "        return self.fc(x)\n"));
}

TEST(Language, ACheckpointOfFairscaleRunsForwardAgain) {
  const auto saved = [](const std::string& wrap) {
    const BuildResult result =
        speaking("        self.body = nn.Sequential(*[nn.Linear(64, 64) for _ in range(8)])\n" + wrap,
                 "        return self.body(x.requires_grad_())\n");
    expect_spoken(result);
    size_t recorded = 0;
    if (!result.built) return recorded;
    for (const graph::Event& event : result.built->phases.at(0).events) {
      const auto* node = std::get_if<graph::Node>(&event);
      recorded += node && node->recorded && node->call.op->schema.starts_with("linear(") ? 1 : 0;
    }
    return recorded;
  };
  EXPECT_EQ(saved(""), 8U);
  EXPECT_EQ(saved("        from fairscale.nn.checkpoint import checkpoint_wrapper\n"
                  "        self.body = checkpoint_wrapper(self.body)\n"),
            0U);
}

}  // namespace
}  // namespace vramlint::model
