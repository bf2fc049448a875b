from torch import nn


class AlexNet(nn.Module):
    def __init__(self, num_classes=-1):
        super().__init__()
        self.num_classes = num_classes
        layers = []
        before = 3
        for width, kernel, stride, padding, pooled in ((64, 11, 4, 2, True), (192, 5, 1, 2, True), (384, 3, 1, 1, False),
                                                       (256, 3, 1, 1, False), (256, 3, 1, 1, True)):
            layers += [nn.Conv2d(before, width, kernel_size=kernel, stride=stride, padding=padding), nn.ReLU(inplace=True)]
            if pooled:
                layers.append(nn.MaxPool2d(kernel_size=3, stride=2))
            before = width
        self.features = nn.Sequential(*layers)
        if num_classes > 0:
            self.classifier = nn.Sequential(nn.Dropout(), nn.Linear(256 * 6 * 6, 4096), nn.ReLU(inplace=True), nn.Dropout(),
                                            nn.Linear(4096, 4096), nn.ReLU(inplace=True), nn.Linear(4096, num_classes))

    def init_weights(self, pretrained=None):
        if pretrained is not None and not isinstance(pretrained, str):
            raise TypeError("pretrained must be a str or None")

    def forward(self, x):
        x = self.features(x)
        if self.num_classes > 0:
            x = self.classifier(x.view(x.size(0), 256 * 6 * 6))
        return x
