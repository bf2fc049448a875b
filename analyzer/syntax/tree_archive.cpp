// Numbers are written in groups of seven bits, the lowest first; texts once each, in a table at the front.
#include "syntax/tree_archive.h"

#include <bit>
#include <unordered_map>

#include "base/check.h"
#include "syntax/tree_fields.h"

namespace vramlint::syntax {
namespace {

template <typename T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

void put_number(std::string& out, uint64_t n) {
  for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
  out += static_cast<char>(n);
}

class Writer {
 public:
  template <typename... T>
  void operator()(T&... values) {
    (put(values), ...);
  }

  std::string finish() const {
    std::string all;
    put_number(all, texts_.size());
    for (const std::string* text : texts_) {
      put_number(all, text->size());
      all += *text;
    }
    return all + out_;
  }

 private:
  template <Number T>
  void put(T& value) {
    if constexpr (std::is_floating_point_v<T>)
      put_number(out_, std::bit_cast<uint64_t>(value));
    else if constexpr (std::is_signed_v<T>)  // the sign in the lowest bit
      put_number(out_, (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(static_cast<int64_t>(value) >> 63));
    else
      put_number(out_, static_cast<uint64_t>(value));
  }
  void put(std::string& text) { put_number(out_, place_of(text)); }
  void put(Symbol& symbol) { put_number(out_, symbol ? place_of(symbol.text()) + 1 : 0); }
  void put(Span& span) {
    put_number(out_, span ? span.begin + uint64_t{1} : 0);
    if (span) put_number(out_, span.end - span.begin);
  }
  void put(std::vector<bool>& flags) {
    put_number(out_, flags.size());
    for (bool flag : flags) put_number(out_, flag ? 1 : 0);
  }
  template <typename T>
  void put(std::vector<T>& items) {
    put_number(out_, items.size());
    for (T& item : items) put(item);
  }
  template <typename T>
  void put(std::unique_ptr<T>& node) {
    put_number(out_, node ? 1 : 0);
    if (node) put(*node);
  }
  void put(std::shared_ptr<const Function>& function) { put(const_cast<Function&>(*function)); }
  template <typename... T>
  void put(std::variant<T...>& node) {
    put_number(out_, node.index());
    std::visit([this](auto& alternative) { this->put(alternative); }, node);
  }
  template <typename T>
  requires(!Number<T>) void put(T& node) { fields(*this, node); }

  uint64_t place_of(const std::string& text) {
    const auto [entry, fresh] = places_.try_emplace(text, texts_.size());
    if (fresh) texts_.push_back(&entry->first);
    return entry->second;
  }

  std::string out_;
  std::unordered_map<std::string, uint64_t> places_;
  std::vector<const std::string*> texts_;
};

class Reader {
 public:
  Reader(std::string_view bytes, const Source& source) : rest_(bytes), source_(source) {
    texts_.resize(number());
    for (std::string_view& text : texts_) text = take(number());
    symbols_.resize(texts_.size());
  }

  template <typename... T>
  void operator()(T&... values) {
    (get(values), ...);
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(size_t count) {
    VRAMLINT_CHECK(count <= rest_.size(), "a tree that is cut short");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  uint64_t number() {
    uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      n |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return n;
    }
  }

  template <Number T>
  void get(T& value) {
    const uint64_t n = number();
    if constexpr (std::is_floating_point_v<T>)
      value = std::bit_cast<T>(n);
    else if constexpr (std::is_signed_v<T>)
      value = static_cast<T>(static_cast<int64_t>(n >> 1) ^ -static_cast<int64_t>(n & 1));
    else
      value = static_cast<T>(n);
  }
  void get(std::string& text) { text = texts_.at(number()); }
  void get(Symbol& symbol) {
    const uint64_t place = number();
    if (place == 0) return;
    Symbol& known = symbols_.at(place - 1);
    if (!known) known = Symbol(texts_[place - 1]);
    symbol = known;
  }
  void get(Span& span) {
    const uint64_t begin = number();
    if (begin == 0) return;
    span = {&source_, static_cast<uint32_t>(begin - 1), static_cast<uint32_t>(begin - 1 + number())};
  }
  void get(std::vector<bool>& flags) {
    flags.resize(number());
    for (size_t i = 0; i < flags.size(); ++i) flags[i] = number() != 0;
  }
  template <typename T>
  void get(std::vector<T>& items) {
    items.resize(number());
    for (T& item : items) get(item);
  }
  template <typename T>
  void get(std::unique_ptr<T>& node) {
    if (number() == 0) return;
    node = std::make_unique<T>();
    get(*node);
  }
  void get(std::shared_ptr<const Function>& function) {
    auto made = std::make_shared<Function>();
    get(*made);
    function = std::move(made);
  }
  template <typename... T>
  void get(std::variant<T...>& node) {
    const uint64_t index = number();
    VRAMLINT_CHECK(index < sizeof...(T), "a tree with a node of no kind");
    [&]<size_t... I>(std::index_sequence<I...>) { ((I == index ? get(node.template emplace<I>()) : void()), ...); }
    (std::index_sequence_for<T...>());
  }
  template <typename T>
  requires(!Number<T>) void get(T& node) { fields(*this, node); }

  std::string_view rest_;
  const Source& source_;
  std::vector<std::string_view> texts_;
  std::vector<Symbol> symbols_;
};

}  // namespace

std::string write_tree(const PythonModule& module) {
  VRAMLINT_CHECK(module.problems.empty(), "a tree with problems");
  Writer writer;
  fields(writer, const_cast<PythonModule&>(module));
  return writer.finish();
}

std::shared_ptr<const PythonModule> read_tree(std::string_view bytes, const Source& source) {
  auto module = std::make_shared<PythonModule>();
  module->source = &source;
  Reader reader(bytes, source);
  fields(reader, *module);
  VRAMLINT_CHECK(reader.at_end(), "a tree with more than a module");
  return module;
}

}  // namespace vramlint::syntax
