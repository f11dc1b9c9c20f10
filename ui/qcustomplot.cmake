# SPDX-License-Identifier: GPL-3.0-or-later
# shardscope::qcustomplot, the Qt 6 flavour, in three steps: a source folder the user names, the CMake package,
# header and library by name. Never the package `QCustomPlot`: that is the Qt 5 flavour.
add_library(shardscope_qcustomplot INTERFACE)
add_library(shardscope::qcustomplot ALIAS shardscope_qcustomplot)

if(SHARDSCOPE_QCUSTOMPLOT_SOURCE_DIR)
  add_library(qcustomplot_source STATIC
    ${SHARDSCOPE_QCUSTOMPLOT_SOURCE_DIR}/qcustomplot.cpp ${SHARDSCOPE_QCUSTOMPLOT_SOURCE_DIR}/qcustomplot.h)
  set_target_properties(qcustomplot_source PROPERTIES AUTOMOC ON)
  target_include_directories(qcustomplot_source SYSTEM PUBLIC ${SHARDSCOPE_QCUSTOMPLOT_SOURCE_DIR})
  target_link_libraries(qcustomplot_source PUBLIC Qt6::Widgets Qt6::PrintSupport)
  target_compile_options(qcustomplot_source PRIVATE -w)
  target_link_libraries(shardscope_qcustomplot INTERFACE qcustomplot_source)
else()
  find_package(QCustomPlotQt6 CONFIG QUIET)
  if(QCustomPlotQt6_FOUND)
    target_link_libraries(shardscope_qcustomplot INTERFACE QCustomPlotQt6::QCustomPlotQt6)
  else()
    find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h PATH_SUFFIXES qcustomplot)
    find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6)
    if(NOT QCUSTOMPLOT_INCLUDE_DIR OR NOT QCUSTOMPLOT_LIBRARY)
      message(FATAL_ERROR "QCustomPlot (Qt 6) is missing: install the package libqcustomplot-dev, or set "
        "SHARDSCOPE_QCUSTOMPLOT_SOURCE_DIR to a folder with qcustomplot.h and qcustomplot.cpp (2.1.1 or later).")
    endif()
    target_include_directories(shardscope_qcustomplot SYSTEM INTERFACE ${QCUSTOMPLOT_INCLUDE_DIR})
    target_link_libraries(shardscope_qcustomplot INTERFACE ${QCUSTOMPLOT_LIBRARY} Qt6::Widgets Qt6::PrintSupport)
  endif()
endif()
