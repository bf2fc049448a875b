# Other projects' libraries, linked into the program where Debian brings their archives, so that the program can be moved
# to a machine that has none of them.
option(VRAMLINT_ARCHIVES "Link other projects' libraries statically where their archives are there" ON)

# link_archive(TARGET): the imported target, by its archive.
function(link_archive target)
  if(NOT VRAMLINT_ARCHIVES)
    return()
  endif()
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM libraries REPLACE "\\.so$" ".a" OUTPUT_VARIABLE archives)
  foreach(archive IN LISTS archives)
    if(NOT EXISTS ${archive})
      message(STATUS "${target}: no archive at ${archive}; linked as it is")
      return()
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${archives}")
endfunction()

# Of fmt there is no archive, but all of its source is in its headers.
function(link_fmt_source target)
  target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/fmt_source.cpp)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/cmake/fmt_source.cpp PROPERTIES COMPILE_OPTIONS -w)
endfunction()
