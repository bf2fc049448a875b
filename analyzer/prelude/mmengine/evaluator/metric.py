from mmengine.evaluator import BaseMetric, DumpResults
