from torchmetrics import Metric
