# Words by which the overloads of one function are called, and NumPy's names of PyTorch's.
import torch


def sizes(result):
    return [tuple(each.shape) for each in result] if isinstance(result, (tuple, list)) else tuple(result.shape)


x = torch.zeros(4, 6)
y = torch.zeros(2, 4, 6)
tries = {
    "indices": lambda: x.tensor_split(indices=(1,), dim=1),
    "sections": lambda: torch.tensor_split(x, sections=3, dim=1),
    "tensor": lambda: x.tensor_split(tensor_indices_or_sections=torch.tensor([1, 3])),
    "scalar": lambda: x.tensor_split(torch.tensor(3), dim=1),
    "negative": lambda: x.tensor_split([-2, -1], dim=1),
    "falling": lambda: x.tensor_split([4, 2], 1),
    "hsplit": lambda: x.hsplit(indices=[2]),
    "vsplit": lambda: torch.vsplit(x, sections=2),
    "dsplit": lambda: torch.dsplit(y, [2, 3]),
    "split": lambda: torch.split(x, split_size_or_sections=2),
    "split size": lambda: x.split(split_size=3, dim=1),
    "split list": lambda: torch.split(x, [1, 5], dim=-1),
    "unbind": lambda: y.unbind(axis=1),
    "cat": lambda: torch.cat((x, x), axis=1),
    "concat": lambda: torch.concat(tensors=[x, x], dim=1),
    "stack": lambda: torch.stack([x, x], axis=-1),
    "sum": lambda: y.sum(axis=1, keepdims=True),
    "mean": lambda: torch.mean(y, axis=(0, 2)),
    "max": lambda: y.max(axis=1).values,
    "amax": lambda: y.amax(axis=1, keepdims=True),
    "std": lambda: y.std(axis=1),
    "var": lambda: y.var(dim=1, unbiased=False, keepdim=True),
    "var correction": lambda: y.var(dim=1, correction=0),
    "norm": lambda: y.norm(p=2, dim=-1, keepdim=True),
    "squeeze": lambda: y[:1].squeeze(axis=0),
    "unsqueeze": lambda: x.unsqueeze(axis=1),
    "softmax": lambda: torch.softmax(x, axis=1),
    "argmax": lambda: y.argmax(axis=2),
    "cumsum": lambda: y.cumsum(axis=1),
    "flip": lambda: y.flip(dims=[0]),
    "roll": lambda: torch.roll(y, shifts=(1, 2), dims=(0, 1)),
    "topk": lambda: y.topk(k=2, dim=1)[0],
    "gather": lambda: y.gather(dim=1, index=torch.zeros(2, 3, 6, dtype=torch.int64)),
    "chunk": lambda: y.chunk(chunks=3, dim=2),
    "add": lambda: torch.add(x, other=x, alpha=2),
    "mul": lambda: torch.mul(input=x, other=3),
    "where": lambda: torch.where(condition=x > 0, input=x, other=y),
    "repeat interleave": lambda: x.repeat_interleave(repeats=2, axis=1),
    "diff": lambda: x.diff(axis=0),
    "split axis": lambda: x.tensor_split(2, axis=1),
    "var mean": lambda: torch.var_mean(y, axis=1, keepdim=True),
    "transpose": lambda: torch.transpose(y, dim0=0, dim1=2),
    "swapaxes": lambda: y.swapaxes(axis0=0, axis1=1),
    "movedim": lambda: y.movedim(source=0, destination=-1),
    "moveaxis": lambda: torch.moveaxis(y, 0, 1),
    "clamp": lambda: x.clamp(min=0, max=1),
    "clip": lambda: torch.clip(x, min=0),
    "expand": lambda: x.expand(size=(3, 4, 6)),
    "repeat": lambda: x.repeat(repeats=(2, 1)),
    "view": lambda: x.view(size=(24,)),
    "reshape": lambda: torch.reshape(x, shape=(3, 8)),
    "permute": lambda: torch.permute(y, dims=(2, 0, 1)),
    "flatten": lambda: torch.flatten(y, start_dim=1, end_dim=-1),
    "narrow": lambda: x.narrow(dim=1, start=2, length=3),
    "index_select": lambda: x.index_select(dim=1, index=torch.tensor([0, 2])),
    "masked_fill": lambda: x.masked_fill(mask=x > 0, value=1.0),
    "einsum": lambda: torch.einsum("bij,jk->bik", [y, torch.zeros(6, 3)]),
    "tensordot": lambda: torch.tensordot(x, y, dims=([1], [2])),
    "bmm": lambda: torch.bmm(input=y, mat2=y.transpose(1, 2)),
    "matmul": lambda: torch.matmul(x, other=x.T),
    "linspace": lambda: torch.linspace(start=0, end=1, steps=5),
    "full": lambda: torch.full(size=(2, 3), fill_value=1.0),
    "arange": lambda: torch.arange(start=1, end=9, step=2),
    "zeros": lambda: torch.zeros(size=(2, 3)),
    "randn": lambda: torch.randn(size=(2, 3)),
    "eye": lambda: torch.eye(n=3, m=4),
}
for name, make in tries.items():
    try:
        print(name, sizes(make()))
    except TypeError:
        print(name, "TypeError")
