from torch import nn

from timm.layers.helpers import to_2tuple


class PatchEmbed(nn.Module):
    def __init__(self, img_size=224, patch_size=16, in_chans=3, embed_dim=768, norm_layer=None, flatten=True,
                 output_fmt=None, bias=True, strict_img_size=True, dynamic_img_pad=False, **options):
        super().__init__()
        self.patch_size = to_2tuple(patch_size)
        self.img_size = None if img_size is None else to_2tuple(img_size)
        if self.img_size is not None:
            self.grid_size = tuple([size // patch for size, patch in zip(self.img_size, self.patch_size)])
            self.num_patches = self.grid_size[0] * self.grid_size[1]
        self.flatten = flatten and output_fmt is None
        self.channels_last = output_fmt == "NHWC"
        self.strict_img_size = strict_img_size
        self.dynamic_img_pad = dynamic_img_pad
        self.proj = nn.Conv2d(in_chans, embed_dim, kernel_size=patch_size, stride=patch_size, bias=bias)
        self.norm = norm_layer(embed_dim) if norm_layer else nn.Identity()

    def forward(self, x):
        height, width = x.shape[-2:]
        if self.img_size is not None and self.strict_img_size:
            assert height == self.img_size[0], f"Input height ({height}) doesn't match model ({self.img_size[0]})."
            assert width == self.img_size[1], f"Input width ({width}) doesn't match model ({self.img_size[1]})."
        if self.dynamic_img_pad:
            bottom, right = -height % self.patch_size[0], -width % self.patch_size[1]
            x = nn.functional.pad(x, (0, right, 0, bottom))
        x = self.proj(x)
        if self.flatten:
            x = x.flatten(2).transpose(1, 2)
        elif self.channels_last:
            x = x.permute(0, 2, 3, 1)
        return self.norm(x)
