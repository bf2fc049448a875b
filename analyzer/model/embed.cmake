# cmake -DROOT=dir -DOUTPUT=file -P embed.cmake: the Python files under ROOT as one table of texts.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.py)
list(SORT files)
set(entries "")
foreach(path ${files})
  file(READ ${ROOT}/${path} text)
  string(APPEND entries "    {\"${path}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Generated from analyzer/prelude.
#include \"model/prelude.h\"

namespace vramlint::model {

const std::map<std::string_view, std::string_view>& prelude_texts() {
  static const std::map<std::string_view, std::string_view> texts = {
${entries}  };
  return texts;
}

}  // namespace vramlint::model
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
