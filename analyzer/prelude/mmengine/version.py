from mmengine import __version__, version_info
