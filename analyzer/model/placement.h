// Puts on the device what is there before a step: parameters, buffers, the batch.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/builder.h"
#include "model/inputs.h"

namespace vramlint::model {

struct Tensor;

using NamedModule = std::pair<std::string, interp::Value>;

/// Is it an nn.Module?
bool is_module(interp::Interpreter& interpreter, const interp::Value& value);

/// The modules in a module, or in dicts, lists and objects of modules, under their dotted names; the name of a lone
/// module is empty.
std::vector<NamedModule> modules_in(interp::Interpreter& interpreter, const interp::Value& value, std::string name);

/// modules_of(module): a list of it and all below it, in the order of named_modules().
interp::Value native_modules_of(interp::Interpreter& interpreter, interp::Arguments& arguments);

/// `value`, and what stands in it: in dicts, lists, tuples and objects, not in modules.
void visit_parts(interp::Interpreter& interpreter, const interp::Value& value,
                 const std::function<void(const interp::Value&)>& visit);

/// The tensors in it, and those of modules in it.
void each_tensor_in(interp::Interpreter& interpreter, const interp::Value& value,
                    const std::function<void(const Tensor&)>& visit);

enum class Owner : uint8_t { model, state };

/// Puts a module's parameters and buffers on the device, under their dotted names, and names its modules. Frozen
/// parameters of the state (an averaged copy, a perceptual network) count as buffers.
/// lay(module, on_host): where its parameters and buffers lie, before the step.
interp::Value native_lay(interp::Interpreter& interpreter, interp::Arguments& arguments);

/// `moved`: those of its parameters alone that the program has moved there: of `nn.Sequential(*layers[:22]).cuda()` the
/// other layers are on the host.
enum class Extent : uint8_t { all, moved };

/// Before any module is placed, for they may share parameters.
Extent extent_of(interp::Interpreter& interpreter, const interp::Value& module);

void place_module(interp::Interpreter& interpreter, Builder& builder, const NamedModule& module, Owner owner,
                  Extent extent = Extent::all);

/// Tensors that the program keeps in dicts, lists and objects of its own, as buffers.
void place_tensors(interp::Interpreter& interpreter, Builder& builder, const interp::Value& value,
                   const std::string& name);

/// The same of what the program has moved to the device before its loop, used in the step or not.
void place_moved(interp::Interpreter& interpreter, Builder& builder, const interp::Value& names);

/// A tensor of the batch, brought by an event before event number `at`.
interp::Value arrive(const std::shared_ptr<Builder>& builder, const InputShape& shape, size_t at);

/// Not there before the step, or brought by it.
bool is_transient(const Builder& builder, graph::TensorId tensor);

/// What the model itself keeps (self.features = x) lives until the next iteration makes its successor.
void carry_kept(Builder& builder);
/// Of what the events before `end` make, what is among the `live`.
void carry_kept(Builder& builder, const std::unordered_set<graph::TensorId>& live, size_t end);

}  // namespace vramlint::model
