// What is left of an interpreted step when its interpreter goes: the graph, its facts, and what was noted on the way.
#pragma once

#include <string>

#include "model/attempt.h"
#include "model/builder.h"

namespace vramlint::model {

/// "vae", "vae/validation": the stage, and the phase where the stage has several.
std::string phase_name(const config::Experiment& experiment, const config::Phase* phase);

/// A failure is not the user's where something that is not known has been noted on the way.
BuildFailure as_far_as_known(interp::Interpreter& interpreter, BuildFailure failure);

/// Where no tensor of a training loop's round needs a gradient.
void note_untrained_round(Builder& builder, const Span& loop);

/// Of branches whose other arm is followed because the program fails after the first one.
void note_not_followed(interp::Interpreter& interpreter, const std::vector<Span>& arms, const std::string& failure);

/// Of the modules that stand on the device; none where there are none.
std::optional<ParameterCount> parameters_of(const graph::Graph& graph);

/// The builder's graph is the outcome's from now on.
void take_graph(interp::Interpreter& interpreter, Builder& builder, const PhaseOf& phase, Outcome& outcome);
void take_notes(interp::Interpreter& interpreter, Outcome& outcome);

}  // namespace vramlint::model
