# Window functions, and transforms over short stretches of a signal (aten/src/ATen/native/SpectralOps.cpp and
# torch/functional.py of 1.13).
import _vramlint

_op = _vramlint.op


def _window(window_length, *args, dtype=None, device=None, layout=None, requires_grad=False, **options):
    return _op("empty", (window_length,), dtype=dtype, device=device)


hann_window = hamming_window = blackman_window = bartlett_window = kaiser_window = _window


def _framed(input, n_fft, hop):
    frames = 1 + (input.size(1) - n_fft) // hop
    if frames < 1:
        raise RuntimeError(f"stft: expected 0 < n_fft < {input.size(1)}, but got n_fft={n_fft}")
    return input.as_strided((input.size(0), frames, n_fft), (input.stride(0), hop * input.stride(1), input.stride(1)))


def _centred(window, n_fft, length):
    if window is None or length == n_fft:
        return window
    left = (n_fft - length) // 2
    padded = window.new_zeros((n_fft,))
    padded.narrow(0, left, length).copy_(window)
    return padded


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=None):
    import torch
    hop = n_fft // 4 if hop_length is None else hop_length
    flat = input.dim() == 1
    if center:
        rank = input.dim()
        wide = torch.nn.functional.pad(input.view((1,) * (3 - rank) + tuple(input.shape)), [n_fft // 2, n_fft // 2], pad_mode)
        input = wide.view(wide.shape[3 - rank:])
    if flat:
        input = input.unsqueeze(0)
    window = _centred(window, n_fft, n_fft if win_length is None else win_length)
    frames = _framed(input, n_fft, hop)
    if window is not None:
        frames = frames * window
    two_sided = onesided is False or input.is_complex()
    result = _op("torch.fft.fft" if two_sided else "torch.fft.rfft", frames).transpose(1, 2)
    if flat:
        result = result.squeeze(0)
    return result if return_complex else _op("view_as_real", result)


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None,
          length=None, return_complex=False):
    hop = n_fft // 4 if hop_length is None else hop_length
    if not input.is_complex():
        input = _op("view_as_complex", input)
    flat = input.dim() == 2
    if flat:
        input = input.unsqueeze(0)
    window = _centred(window, n_fft, n_fft if win_length is None else win_length)
    frames = _op("torch.fft.irfft", input.transpose(1, 2), n_fft)
    if window is not None:
        frames = frames * window.view(1, 1, n_fft)
    signal = _added(frames, n_fft, hop)
    envelope = (frames.new_ones((n_fft,)) if window is None else window * window).expand(1, frames.size(1), n_fft)
    signal = signal / _added(envelope, n_fft, hop)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else signal.size(-1) - start
    signal = signal[..., start:end]
    return signal.squeeze(0) if flat else signal


def _added(frames, n_fft, hop):
    width = n_fft + hop * (frames.size(1) - 1)
    return _op("col2im", frames.transpose(1, 2), (1, width), (1, n_fft), (1, 1), (0, 0), (1, hop)).reshape(frames.size(0), width)
