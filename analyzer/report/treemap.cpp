// Bruls, Huizing and van Wijk's squarified treemap: rows along the shorter side, each filled as long as that makes its
// rectangles less long and thin. Modules of the first level are boxes, in which their parts lie.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/step_picture.h"
#include "report/unicode.h"

namespace vramlint::report {
namespace {

struct Box {
  double x, y, width, height;
};

struct Leaf {
  std::string name;
  size_t category;
  Bytes bytes;
};

constexpr size_t kMostLeaves = 60;
constexpr size_t kDepth = 3;  ///< parts of a module's path that are told apart

double worst(const std::vector<double>& sizes, size_t begin, size_t end, double side) {
  double sum = 0;
  for (size_t i = begin; i < end; ++i) sum += sizes[i];
  const double thickness = sum / side;
  double found = 0;
  for (size_t i = begin; i < end; ++i) {
    const double length = sizes[i] / thickness;
    found = std::max(found, std::max(length / thickness, thickness / length));
  }
  return found;
}

/// One box a size; sizes largest first, all above zero.
std::vector<Box> squarified(std::vector<double> sizes, Box box) {
  double sum = 0;
  for (const double size : sizes) sum += size;
  const double scale = box.width * box.height / std::max(sum, 1e-9);
  for (double& size : sizes) size *= scale;
  std::vector<Box> boxes;
  for (size_t begin = 0; begin < sizes.size();) {
    const bool is_wide = box.width >= box.height;
    const double side = std::max(is_wide ? box.height : box.width, 1e-6);
    size_t end = begin + 1;
    while (end < sizes.size() && worst(sizes, begin, end + 1, side) <= worst(sizes, begin, end, side)) ++end;
    double row = 0;
    for (size_t i = begin; i < end; ++i) row += sizes[i];
    const double thickness = row / side;
    double at = is_wide ? box.y : box.x;
    for (; begin < end; ++begin) {
      const double length = sizes[begin] / std::max(thickness, 1e-9);
      boxes.push_back(is_wide ? Box{box.x, at, thickness, length} : Box{at, box.y, length, thickness});
      at += length;
    }
    (is_wide ? box.x : box.y) += thickness;
    (is_wide ? box.width : box.height) -= thickness;
  }
  return boxes;
}

std::string cut(std::string_view module, size_t parts) {
  size_t end = 0;
  for (size_t i = 0; i < parts && end < module.size(); ++i) end = std::min(module.find('.', end + 1), module.size());
  return std::string(module.substr(0, end));
}

using Groups = std::vector<std::pair<std::string, std::vector<Leaf>>>;

Bytes sum_of(const std::vector<Leaf>& leaves) {
  Bytes sum;
  for (const Leaf& leaf : leaves) sum += leaf.bytes;
  return sum;
}

/// By first level, largest first. Small leaves of one group stand together.
Groups modules_of(const StepPicture& picture) {
  std::map<std::pair<std::string, size_t>, Bytes> sums;
  for (const PictureShare& share : picture.shares)
    sums[{cut(share.module, kDepth), static_cast<size_t>(share.category)}] += share.bytes;
  std::vector<Leaf> leaves;
  for (const auto& [key, bytes] : sums)
    if (bytes.count > 0) leaves.push_back({key.first, key.second, bytes});
  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const Leaf& lhs, const Leaf& rhs) { return lhs.bytes > rhs.bytes; });
  std::map<std::string, std::vector<Leaf>> grouped;
  std::map<std::pair<std::string, size_t>, Bytes> rest;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const std::string group = cut(leaves[i].name, 1);
    if (i < kMostLeaves) grouped[group].push_back(leaves[i]);
    if (i >= kMostLeaves) rest[{group, leaves[i].category}] += leaves[i].bytes;
  }
  for (const auto& [key, bytes] : rest) grouped[key.first].push_back({key.first + " (further)", key.second, bytes});
  Groups groups(grouped.begin(), grouped.end());
  for (auto& [_, some] : groups)
    std::stable_sort(some.begin(), some.end(), [](const Leaf& lhs, const Leaf& rhs) { return lhs.bytes > rhs.bytes; });
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& lhs, const auto& rhs) { return sum_of(lhs.second) > sum_of(rhs.second); });
  return groups;
}

std::string leaf_svg(const Leaf& leaf, Box box) {
  const std::string name = leaf.name.empty() ? "(the step)" : leaf.name;
  std::string text = fmt::format(
      "<g><rect class=\"k{} leaf\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/><title>{}: {} {}"
      "</title>",
      leaf.category, box.x, box.y, std::max(box.width, 0.0), std::max(box.height, 0.0), escaped(name),
      to_string(leaf.bytes), to_string(static_cast<Category>(leaf.category)));
  constexpr double kLetter = 7.2, kLine = 15;
  const auto letters = static_cast<size_t>(std::max(box.width - 8, 0.0) / kLetter);
  if (letters >= 5 && box.height > kLine + 4) {
    std::string shown = fitted(name, letters);
    shown.erase(shown.find_last_not_of(' ') + 1);
    text += fmt::format("<text class=\"inside\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.x + 4, box.y + kLine,
                        escaped(shown));
  }
  if (letters >= 8 && box.height > 2 * kLine + 4)
    text += fmt::format("<text class=\"inside\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.x + 4, box.y + 2 * kLine,
                        to_string(leaf.bytes));
  return text + "</g>\n";
}

}  // namespace

std::string peak_treemap(const StepPicture& picture, Canvas canvas) {
  const Groups groups = modules_of(picture);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture treemap\" viewBox=\"0 0 {} {}\" width=\"{}\" "
      "height=\"{}\" role=\"img\" aria-label=\"{}\">\n",
      canvas.width, canvas.height, canvas.width, canvas.height,
      escaped("The peak by module and kind of memory; the table lists the same."));
  std::vector<double> sizes;
  for (const auto& [_, leaves] : groups) sizes.push_back(static_cast<double>(sum_of(leaves).count));
  const std::vector<Box> boxes =
      squarified(sizes, {0, 0, static_cast<double>(canvas.width), static_cast<double>(canvas.height)});
  for (size_t i = 0; i < boxes.size(); ++i) {
    std::vector<double> parts;
    for (const Leaf& leaf : groups[i].second) parts.push_back(static_cast<double>(leaf.bytes.count));
    const std::vector<Box> inner = squarified(parts, boxes[i]);
    for (size_t j = 0; j < inner.size(); ++j) text += leaf_svg(groups[i].second[j], inner[j]);
    text += fmt::format("<rect class=\"group\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                        boxes[i].x, boxes[i].y, std::max(boxes[i].width, 0.0), std::max(boxes[i].height, 0.0));
  }
  return text + "</svg>\n";
}

}  // namespace vramlint::report
