"""Elements of small tensors that sizes are made of stay known: picked, ordered, repeated, combined."""
import torch

t = torch.tensor([3, 1, 2])
m = torch.tensor([[1, 5], [4, 2]])
print(torch.stack([torch.tensor(2), torch.tensor(3)]).tolist())
print(m.max(0).values.tolist(), m.max(0).indices.tolist(), m.min(1)[0].tolist(), m.min(1)[1].tolist())
print(torch.tensor([6, 8]).div(2).tolist(), torch.div(torch.tensor(7), 2, rounding_mode="floor").item())
print(torch.arange(5).index_select(0, torch.tensor([2, 3])).tolist(), m.index_select(1, torch.tensor([1])).tolist())
print(torch.arange(5)[[2, 3]].tolist(), m[torch.tensor([1])].tolist(), t.gather(0, torch.tensor([2, -0])).tolist())
print(torch.tensor([1, 2, 3]).cumprod(0).tolist(), torch.tensor([1, 2, 3]).cumsum(0).tolist())
print(torch.topk(torch.tensor([1., 4., 3.]), 2).values.tolist(), torch.topk(t, 1, largest=False).indices.tolist())
print(t.sort().values.tolist(), t.sort().indices.tolist(), t.sort(descending=True)[0].tolist(), t.argsort().tolist())
print(m.sort(0)[0].tolist(), m.sort(1, descending=True).values.tolist())
print(t.argmin().item(), t.argmax().item(), m.argmin(0).tolist())
print(t.repeat(2).tolist(), t.repeat(2, 1).tolist(), t.repeat_interleave(2).tolist())
print(torch.full_like(t, 5).tolist(), t.new_full((2,), 5).tolist(), t.new_zeros(2).tolist(), t.new_ones(1).tolist())
print((torch.tensor([5, 3]) & torch.tensor([4, 6])).tolist(), torch.bitwise_or(t, t).tolist(), (t ^ t).tolist())
print(torch.logspace(0, 2, 3).tolist(), torch.logspace(0, 2, 3, dtype=torch.int64).tolist())
