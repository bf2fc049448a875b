from mmengine.visualization import Visualizer
