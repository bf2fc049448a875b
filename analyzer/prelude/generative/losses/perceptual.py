import torch
from torch import nn


class PerceptualLoss(nn.Module):
    """On volumes: of a share of the slices along each of the three axes (`is_fake_3d`)."""

    def __init__(
        self,
        spatial_dims,
        network_type="alex",
        is_fake_3d=True,
        fake_3d_ratio=0.5,
        cache_dir=None,
        pretrained=True,
        pretrained_path=None,
        pretrained_state_dict_key=None,
    ):
        super().__init__()
        if spatial_dims not in (2, 3):
            raise NotImplementedError("Perceptual loss is implemented only in 2D and 3D.")
        if (spatial_dims == 2 or is_fake_3d) and "medicalnet_" in network_type:
            raise ValueError("MedicalNet networks need spatial_dims=3 and is_fake_3d=False")
        self.spatial_dims = spatial_dims
        self.is_fake_3d = is_fake_3d
        self.fake_3d_ratio = fake_3d_ratio
        if spatial_dims == 3 and is_fake_3d is False or "radimagenet_" in network_type:
            self.perceptual_function = torch.hub.load("Warvito/" + network_type, model=network_type)
        elif network_type == "resnet50":
            self.perceptual_function = _Resnet()
        else:
            from lpips import LPIPS

            self.perceptual_function = LPIPS(pretrained=pretrained, net=network_type, verbose=False)

    def _slices(self, x, axis):
        others = [number for number in (2, 3, 4) if number != axis]
        turned = x.float().permute(0, axis, 1, *others).contiguous()
        return turned.view(-1, *turned.shape[2:])

    def _calculate_axis_loss(self, input, target, spatial_axis):
        given = self._slices(input, spatial_axis)
        count = given.shape[0]
        chosen = torch.randperm(count)[: int(count * self.fake_3d_ratio)].to(given.device)
        given = torch.index_select(given, dim=0, index=chosen)
        wanted = torch.index_select(self._slices(target, spatial_axis), dim=0, index=chosen)
        return torch.mean(self.perceptual_function(given, wanted))

    def forward(self, input, target):
        if target.shape != input.shape:
            raise ValueError(f"ground truth has differing shape ({target.shape}) from input ({input.shape})")
        if self.spatial_dims == 3 and self.is_fake_3d:
            losses = [self._calculate_axis_loss(input, target, axis) for axis in (2, 3, 4)]
            return torch.mean(losses[0] + losses[2] + losses[1])
        return torch.mean(self.perceptual_function(input, target))


class _Resnet(nn.Module):
    """The features before the average of a frozen ResNet-50."""

    def __init__(self):
        super().__init__()
        from torchvision.models import resnet50
        from torchvision.models.feature_extraction import create_feature_extractor

        self.final_layer = "layer4.2.relu_2"
        self.model = create_feature_extractor(resnet50(weights=None), [self.final_layer])
        self.eval()
        for parameter in self.parameters():
            parameter.requires_grad = False

    def _features(self, x):
        # Written into what was given where it has three channels.
        x = x.repeat(1, 3, 1, 1) if x.shape[1] == 1 else x
        for channel, (mean, spread) in enumerate(((0.485, 0.229), (0.456, 0.224), (0.406, 0.225))):
            x[:, channel, :, :] = (x[:, channel, :, :] - mean) / spread
        made = self.model(x)[self.final_layer]
        return made / (torch.sqrt(torch.sum(made**2, dim=1, keepdim=True)) + 1e-10)

    def forward(self, input, target):
        difference = (self._features(input) - self._features(target)) ** 2
        return difference.sum(dim=1, keepdim=True).mean([2, 3], keepdim=True)
