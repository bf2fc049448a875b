// A loss that is not known, and calls that are taken for what they are called: what is trained all the same, and that
// each cause is said once.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A step of its own with Adam at hand as `opt`; `step` is its body up to opt.step().
Said training(const std::string& step, const std::string& setup = "    return {\"opt\": opt}\n") {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  return project.check(
      "\n\nimport torch.nn.functional as F\nimport nothere\n\n\ndef setup(model):\n"
      "    opt = torch.optim.Adam(model.parameters())\n" +
      setup + "\n\ndef step(model, opt, inputs, sched=None):\n" + step + "\n    opt.step()\n    opt.zero_grad()\n");
}

double peak(const Said& said) { return said.config["peak"]["allocated"]["point"].get<double>(); }

TEST(OpenLosses, GoIntoWhatTheyWereMadeOf) {
  // The loss itself is left out, so that what remains is below any loss of the same output that is known.
  const Said known = training("    ((model(inputs[0]) - inputs[0]) ** 2).mean().backward()");
  ASSERT_EQ(known.status(), "estimated");
  for (const char* step :
       {"    nothere.loss(model(inputs[0]), inputs[0]).backward()",
        "    nothere.criterion({'out': model(inputs[0])})['loss'].backward()",
        "    loss, logs = nothere.criterion(model(inputs[0]))\n    (loss / 4).backward()",
        "    loss = nothere.Criterion().to('cuda')(model(inputs[0]))\n    loss.backward()",
        "    losses = nothere.criterion(model(inputs[0]))\n    sum(losses[k] for k in ['a', 'b']).backward()",
        "    torch.autograd.backward([nothere.loss(model(inputs[0]))])",
        "    nothere.head(model(inputs[0])).mean().backward()",
        "    F.mse_loss(nothere.head(model(inputs[0])), inputs[0]).backward()",
        "    (nothere.loss(model(inputs[0])) + nothere.other(inputs[0])).backward()",
        "    nothere.scaler.scale(nothere.loss(model(inputs[0]))).backward()"}) {
    SCOPED_TRACE(step);
    const Said said = training(step);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_LE(peak(said), peak(known));
    EXPECT_GE(peak(said), 0.9 * peak(known));  // its activations are there: 64 channels of 2 x 256 x 256
    EXPECT_TRUE(said.assumes("is taken to go into all tensors that the loss was made of"));
    EXPECT_FALSE(said.lists("nothing is trained"));
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenLosses, ScaledLossIsALoss) {
  const char* const scaled = "    scaler = torch.cuda.amp.GradScaler()\n    scaler.scale(";
  const Said known = training(std::string(scaled) + "((model(inputs[0]) - inputs[0]) ** 2).mean()).backward()");
  const Said said = training(std::string(scaled) + "nothere.loss(model(inputs[0]))).backward()");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_LE(peak(said), peak(known));
}

TEST(OpenLosses, FunctionsWhoseForwardIsNotKnownAreGoneThrough) {
  const std::string function =
      "    class Kernel(torch.autograd.Function):\n        @staticmethod\n        def forward(ctx, x):\n"
      "            ctx.save_for_backward(x)\n            return MADE\n\n        @staticmethod\n"
      "        def backward(ctx, *gradients):\n            return nothere.back(*gradients)\n\n";
  const Said known = training("    ((model(inputs[0]) - inputs[0]) ** 2).mean().backward()");
  for (const std::string made : {"nothere.kernel(x)", "nothere.kernel(x), x.new_zeros(3)", "x.clone()"}) {
    SCOPED_TRACE(made);
    const bool several = made.find(',') != std::string::npos;
    std::string step = function;
    step.replace(step.find("MADE"), 4, made);
    const Said said =
        training(step + "    Kernel.apply(model(inputs[0]))" + (several ? "[0]" : "") + ".mean().backward()");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_GE(peak(said), 0.9 * peak(known));
    EXPECT_EQ(said.mistakes(), 0);
  }
}

TEST(OpenLosses, GradientsOfALossThatIsNotKnownAreThere) {
  const Said said = training(
      "    grads = torch.autograd.grad(nothere.loss(model(inputs[0])), list(model.parameters()))\n"
      "    for p, g in zip(model.parameters(), grads): p.grad = g");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_GE(said.config["breakdown"]["gradient"].get<double>(), 6'912 + 256 + 6'912 + 12);
  EXPECT_EQ(states(said), kTwoStates);
}

TEST(OpenLosses, SumOfWhatIsNotKnownLeadsThere) {
  for (const char* step :
       {"    total = torch.zeros((), device='cuda')\n    total += nothere.loss(model(inputs[0]))\n    total.backward()",
        "    total = 0\n    for part in model(inputs[0]).tensor_split(2): total = total + nothere.loss(part)\n"
        "    total.backward()"}) {
    SCOPED_TRACE(step);
    EXPECT_EQ(states(training(step)), kTwoStates);
  }
}

// torchtune's LinearCrossEntropyLoss: as many rows as are not to be ignored, in eight parts.
TEST(OpenLosses, RowsThatAMaskChoosesAreBounded) {
  const std::string step =
      "    out = model(inputs[0]).flatten(0, 2)\n    rows = torch.where(inputs[0].flatten(0, 2)[:, 0] > 0)[0]\n"
      "    total = torch.tensor(0.0, device=out.device)\n"
      "    for part in out.index_select(0, rows).tensor_split(8, dim=0): total += (part ** 2).sum()\n"
      "    (total / rows.numel()).backward()";
  const Said said = training(step);
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_LT(said.low(), said.high());
}

TEST(OpenLosses, BackwardOfSomethingElseIsTheLosss) {
  const Said known = training("    model(inputs[0]).mean().backward()");
  for (const char* step : {"    nothere.accelerator.backward(model(inputs[0]).mean())",
                           "    nothere.Fabric(devices=1).backward(model(inputs[0]).mean(), retain_graph=False)"}) {
    SCOPED_TRACE(step);
    const Said said = training(step);
    EXPECT_EQ(peak(said), peak(known));
    EXPECT_TRUE(said.assumes("is taken to be the loss's own backward()"));
    EXPECT_FALSE(said.lists("never calls backward()"));
  }
}

// deepspeed.initialize: the engine is the first of four.
TEST(OpenLosses, FirstOfWhatIsMadeOfTheModelIsTheModel) {
  const Said said = training(
      "    engine, _, _, _ = nothere.initialize(model=model, config='x.json')\n"
      "    engine.backward(engine(inputs[0]).mean())");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_TRUE(said.assumes("the first of `engine, _, _, _` is taken to be what the call was given"));
  EXPECT_EQ(training("    *_, last = nothere.initialize(model)\n    [] = nothere.initialize(model)").mistakes(), 0);
}

TEST(OpenLosses, BackwardThatLeadsNowhereIsSaid) {
  for (const char* step : {"    nothere.loss(inputs[0]).backward()", "    nothere.train_on(3).backward()",
                           "    nothere.loss(model(inputs[0]).detach()).backward()",
                           "    nothere.loss(model(inputs[0])).item().backward()"}) {
    SCOPED_TRACE(step);
    const Said said = training(step);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_TRUE(said.lists("is not followed: no gradients and no states of the optimizer are counted for it"));
    EXPECT_FALSE(said.lists("nothing is trained"));
  }
  EXPECT_TRUE(
      training("    model(inputs[0])").lists("the step never calls backward() on a tensor: nothing is trained"));
}

TEST(OpenLosses, OutputThatIsNotKnownIsTrained) {
  const Said said = forward("return other.head(self.b(h))");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_TRUE(said.assumes("the loss is taken to depend on all tensors that it was made of"));
  EXPECT_EQ(forward("return other.head(self.b(x.new_zeros(3, 3)).detach())").status(), "not_estimable");
}

TEST(OpenLosses, CauseIsSaidOnce) {
  const Said said = forward("h = torch.cat([h, other.encode(h)])");  // and the convolution behind it
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(said.config["unknowns"].size(), 1U);
  EXPECT_TRUE(said.lists("`other.encode(h)` is given a tensor"));
  EXPECT_TRUE(said.lists("2 operators behind it are not counted either"));
  EXPECT_TRUE(said.lists("`--site-packages DIR` leads to its source"));
}

TEST(OpenLosses, ScheduleOfTheLearningRateChangesNoSizes) {
  const std::string step = "    model(inputs[0]).mean().backward()\n    sched.step(1)\n    sched.get_last_lr()";
  const Said known = training("    model(inputs[0]).mean().backward()");
  for (const char* made : {"nothere.CosineLRScheduler(opt, 10)", "nothere.get_cosine_schedule_with_warmup(opt, 1, 10)",
                           "nothere.PolyLR(opt, power=0.9)", "nothere.lr_scheduler.make(opt)"}) {
    SCOPED_TRACE(made);
    const Said said = training(step, std::string("    return {'opt': opt, 'sched': ") + made + "}\n");
    const bool is_named = std::string(made).find(".make(") == std::string::npos;
    EXPECT_EQ(said.status(), is_named ? "estimated" : "partial");
    EXPECT_EQ(said.assumes("is taken for a schedule of the learning rate"), is_named);
    EXPECT_EQ(peak(said), peak(known));
  }
}

TEST(OpenLosses, WhatWasMadeOfAnOptimizerMayBeOneOrStepBesideIt) {
  const Said known = training("    model(inputs[0]).mean().backward()");
  const std::string setup = "    return {'opt': opt, 'sched': nothere.make(opt)}\n";
  for (const char* step :
       {"    sched.step(1)", "    sched.step(metrics=2.0)", "    sched.step()", "    sched.state_dict()",
        "    sched.get_last_lr()", "    sched.param_groups[0]['lr'] = 3"}) {
    SCOPED_TRACE(step);
    const Said said = training(std::string("    model(inputs[0]).mean().backward()\n") + step, setup);
    EXPECT_EQ(said.status(), "partial");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_EQ(said.mistakes(), 0);
  }
  // An optimizer around it that alone is stepped has its states.
  const Said wrapped = training("    model(inputs[0]).mean().backward()", "    return {'opt': nothere.wrap(opt)}\n");
  EXPECT_EQ(states(wrapped), kTwoStates);
  EXPECT_EQ(peak(wrapped), peak(known));
}

TEST(OpenLosses, LoopOverAWrapperGoesThroughWhatIsWrapped) {
  const Said known = training("    for x in [inputs[0]]: model(x).mean().backward()");
  for (const char* loop :
       {"for x in nothere.track([inputs[0]], description='one'):", "for x in nothere.bar((inputs[0],)):",
        "for i, x in nothere.track(enumerate([inputs[0]])):", "for i, x in enumerate(nothere.track([inputs[0]])):",
        "for x, y in zip(nothere.track([inputs[0]]), [1]):",
        "for x in nothere.track(nothere.prefetch([inputs[0]])):"}) {
    SCOPED_TRACE(loop);
    const Said said = training(std::string("    ") + loop + " model(x).mean().backward()");
    EXPECT_EQ(peak(said), peak(known));
    EXPECT_TRUE(said.assumes("is taken to go through what the call was given"));
    EXPECT_FALSE(said.lists("a loop is not followed"));
  }
  for (const char* loop : {"for x in nothere.loader([inputs[0]], batch_size=4):",
                           "for x in nothere.pairs(3, [inputs[0]]):", "for x in nothere.rows(inputs[0]):"}) {
    SCOPED_TRACE(loop);
    EXPECT_TRUE(training(std::string("    ") + loop + " model(x).mean().backward()").lists("a loop is not followed"));
  }
}

TEST(OpenLosses, WhatIsWrappedOtherwiseIsNotTheUsersFault) {
  for (const char* loop : {"for a, b in nothere.pairs([1, 2]): pass", "for x in nothere.read(['a']): x.width",
                           "first, _ = nothere.build(model)\n    first.width + 1", "len(nothere.read(iter([1])))"}) {
    SCOPED_TRACE(loop);
    EXPECT_EQ(training(std::string("    ") + loop + "\n    model(inputs[0]).mean().backward()").mistakes(), 0);
  }
}

TEST(OpenLosses, ExecutorsRunAtOnce) {
  const Said known = training("    model(inputs[0]).mean().backward()");
  for (const char* step :
       {"    with ThreadPoolExecutor(2) as pool:\n        loss = pool.submit(lambda x: model(x).mean(), "
        "inputs[0]).result()\n"
        "    loss.backward()",
        "    with ThreadPoolExecutor() as pool:\n        for loss in pool.map(lambda x: model(x).mean(), inputs):\n"
        "            loss.backward()",
        "    pool = ThreadPoolExecutor(max_workers=1)\n"
        "    for f in as_completed([pool.submit(lambda: model(inputs[0]).mean())]): f.result().backward()"}) {
    SCOPED_TRACE(step);
    const Said said =
        training(std::string("    from concurrent.futures import ThreadPoolExecutor, as_completed\n") + step);
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(states(said), kTwoStates);
    EXPECT_GE(peak(said), peak(known));
  }
}

TEST(OpenLosses, NumbersAtAKeyThatIsNotKnownTakeNoMemory) {
  const Said plain = built("import other\nlog = {}\nlog[other.name()] = 0.5\nlog['later'] = 1");
  EXPECT_EQ(plain.status(), "estimated");
  // What is read there may be anything, and is nobody's mistake.
  EXPECT_EQ(built("import other\nlog = {}\nlog[other.name()] = 0.5\nprint(log['x'])").mistakes(), 0);
  EXPECT_TRUE(built("import other\nkept = {'a': torch.ones(3)}\nkept[other.name()] = 0.5")
                  .lists("a dict is changed at a key that is not known"));
  EXPECT_TRUE(built("import other\nkept = {}\nkept[other.name()] = torch.ones(3)")
                  .lists("a dict is changed at a key that is not known"));
}

TEST(OpenLosses, ArgumentsOfTheScriptAreWhatItsModuleFinds) {
  Project project;
  project.model = "main.net";
  project.files = {{"main.py",
                    "import argparse, torch, sys\np = argparse.ArgumentParser()\n"
                    "p.add_argument('--width', type=int, required=True)\na = p.parse_args()\n"
                    "net = torch.nn.Conv2d(3, a.width, 1, bias=False)\n"}};
  project.more = "    script: {path: main.py, args: [\"--width\", \"7\"]}\n";
  EXPECT_EQ(project.check("").parameters(), 3 * 7);
  project.more = "    script: {path: main.py, args: --width=5}\n";
  EXPECT_EQ(project.check("").parameters(), 3 * 5);
}

}  // namespace
}  // namespace vramlint::tests
