from mmengine.logging import HistoryBuffer, MMLogger, MessageHub, print_log
