import torch
from mmcv.cnn.bricks.conv_module import ConvModule
from torch import nn

_modes = ["gaussian", "embedded_gaussian", "dot_product", "concatenation"]


class _NonLocalNd(nn.Module):
    def __init__(self, in_channels, reduction=2, use_scale=True, conv_cfg=None, norm_cfg=None, mode="embedded_gaussian",
                 **kwargs):
        super().__init__()
        if mode not in _modes:
            raise ValueError(f"Mode should be in 'gaussian', 'concatenation', 'embedded_gaussian' or 'dot_product', but got "
                             f"{mode} instead.")
        self.in_channels = in_channels
        self.reduction = reduction
        self.use_scale = use_scale
        self.inter_channels = max(in_channels // reduction, 1)
        self.mode = mode
        self.g = self._project(conv_cfg)
        self.conv_out = ConvModule(self.inter_channels, in_channels, kernel_size=1, conv_cfg=conv_cfg, norm_cfg=norm_cfg,
                                   act_cfg=None)
        if mode != "gaussian":
            self.theta = self._project(conv_cfg)
            self.phi = self._project(conv_cfg)
        if mode == "concatenation":
            self.concat_project = ConvModule(self.inter_channels * 2, 1, kernel_size=1, stride=1, padding=0, bias=False,
                                             act_cfg=dict(type="ReLU"))
        self.init_weights(**kwargs)

    def _project(self, conv_cfg):
        return ConvModule(self.in_channels, self.inter_channels, kernel_size=1, conv_cfg=conv_cfg, act_cfg=None)

    def init_weights(self, std=0.01, zeros_init=True):
        return None

    def gaussian(self, theta_x, phi_x):
        return torch.matmul(theta_x, phi_x).softmax(dim=-1)

    def embedded_gaussian(self, theta_x, phi_x):
        weight = torch.matmul(theta_x, phi_x)
        if self.use_scale:
            weight /= theta_x.shape[-1] ** 0.5
        return weight.softmax(dim=-1)

    def dot_product(self, theta_x, phi_x):
        weight = torch.matmul(theta_x, phi_x)
        weight /= weight.shape[-1]
        return weight

    def concatenation(self, theta_x, phi_x):
        height, width = theta_x.size(2), phi_x.size(3)
        pairs = torch.cat([theta_x.repeat(1, 1, 1, width), phi_x.repeat(1, 1, height, 1)], dim=1)
        weight = self.concat_project(pairs)
        batch, _, height, width = weight.size()
        weight = weight.view(batch, height, width)
        weight /= weight.shape[-1]
        return weight

    def _query_and_key(self, x, n):
        if self.mode == "gaussian":
            query = x.view(n, self.in_channels, -1).permute(0, 2, 1)
            return query, (self.phi(x) if self.sub_sample else x).view(n, self.in_channels, -1)
        if self.mode == "concatenation":
            return self.theta(x).view(n, self.inter_channels, -1, 1), self.phi(x).view(n, self.inter_channels, 1, -1)
        query = self.theta(x).view(n, self.inter_channels, -1).permute(0, 2, 1)
        return query, self.phi(x).view(n, self.inter_channels, -1)

    def forward(self, x):
        n = x.size(0)
        g_x = self.g(x).view(n, self.inter_channels, -1).permute(0, 2, 1)
        theta_x, phi_x = self._query_and_key(x, n)
        weight = getattr(self, self.mode)(theta_x, phi_x)
        y = torch.matmul(weight, g_x)
        y = y.permute(0, 2, 1).contiguous().reshape(n, self.inter_channels, *x.size()[2:])
        return x + self.conv_out(y)

    def _sub_sample(self, pool):
        self.g = nn.Sequential(self.g, pool)
        self.phi = nn.Sequential(self.phi, pool) if self.mode != "gaussian" else pool


class NonLocal1d(_NonLocalNd):
    def __init__(self, in_channels, sub_sample=False, conv_cfg=dict(type="Conv1d"), **kwargs):
        super().__init__(in_channels, conv_cfg=conv_cfg, **kwargs)
        self.sub_sample = sub_sample
        if sub_sample:
            self._sub_sample(nn.MaxPool1d(kernel_size=2))


class NonLocal2d(_NonLocalNd):
    _abbr_ = "nonlocal_block"

    def __init__(self, in_channels, sub_sample=False, conv_cfg=dict(type="Conv2d"), **kwargs):
        super().__init__(in_channels, conv_cfg=conv_cfg, **kwargs)
        self.sub_sample = sub_sample
        if sub_sample:
            self._sub_sample(nn.MaxPool2d(kernel_size=(2, 2)))


class NonLocal3d(_NonLocalNd):
    def __init__(self, in_channels, sub_sample=False, conv_cfg=dict(type="Conv3d"), **kwargs):
        super().__init__(in_channels, conv_cfg=conv_cfg, **kwargs)
        self.sub_sample = sub_sample
        if sub_sample:
            self._sub_sample(nn.MaxPool3d(kernel_size=(1, 2, 2)))
