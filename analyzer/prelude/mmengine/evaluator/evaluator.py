from mmengine.evaluator import Evaluator
