import cmath
import numpy as np
import torch
print(1j, 1 + 2j, (1 + 2j) * (3 - 1j), 2 * 1j, 1.5 - 1j, 1j - 1, (4 + 2j) / 2, 1 / 1j, -1j, abs(3 + 4j))
print((1 + 2j).real, (1 + 2j).imag, (1 + 2j).conjugate(), complex(1, 2), complex("1-2j"), complex(real=3), 1j ** 2, 1j == complex(0, 1))
print(isinstance(1j, complex), bool(0j), 1j != 1, 2 + 0j == 2)
print(complex("2.5"), complex("j"), complex("-1e3j"), complex(1j, 1j))
x = torch.ones(3)
for t in (x, x.double(), x.long(), x * 1j):
    print((t * 1j).dtype, (1j * t).dtype, (t + 1j).dtype, (1j - t).dtype, (t / 1j).dtype, (1j * t).shape)
a = np.arange(4) * 1j
print(a.dtype, a.shape, a.real.dtype, np.exp(a).dtype, np.exp(-1j * np.ones(3, np.float32)).shape, np.abs(a).dtype)
print(np.array([1j, 2]).dtype, np.zeros(3, complex).dtype, torch.from_numpy(a).dtype, torch.tensor(1j).dtype)
print([np.exp(1j).real == cmath.exp(1j).real, np.conj(1j), np.real(1j), np.imag(2j)])
try:
    float(1j)
except TypeError as e:
    print(e)
try:
    1j < 2j
except TypeError as e:
    print(e)
