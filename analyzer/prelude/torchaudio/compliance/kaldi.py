"""Features as Kaldi has them: frames of one channel (torchaudio/compliance/kaldi.py, 2.4)."""
import _vramlint
import torch


def _frames(waveform, options, columns):
    rate = options.get("sample_frequency", 16000.0)
    shift, window = options.get("frame_shift", 10.0), options.get("frame_length", 25.0)
    if not _vramlint.is_known(rate) or not _vramlint.is_known(shift) or not _vramlint.is_known(window):
        return _vramlint.unknown("how many frames a sound has is not known")
    step, size, samples = int(rate * shift * 0.001), int(rate * window * 0.001), waveform.size(-1)
    count = 1 + (samples - size) // step if options.get("snip_edges", True) else (samples + step // 2) // step
    return torch.empty(count, columns, device=waveform.device, dtype=waveform.dtype)


def fbank(waveform, *, num_mel_bins=23, use_energy=False, **options):
    return _frames(waveform, options, num_mel_bins + (1 if use_energy else 0))


def mfcc(waveform, *, num_ceps=13, **options):
    return _frames(waveform, options, num_ceps)


def spectrogram(waveform, **options):
    rate, window = options.get("sample_frequency", 16000.0), options.get("frame_length", 25.0)
    if not _vramlint.is_known(rate) or not _vramlint.is_known(window):
        return _vramlint.unknown("how many frequencies a spectrogram has is not known")
    size = 1
    while size < int(rate * window * 0.001):
        size = 2 * size
    return _frames(waveform, options, size // 2 + 1)
