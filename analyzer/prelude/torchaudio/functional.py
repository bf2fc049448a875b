"""What transforms make of sound (torchaudio/functional/functional.py, 2.4)."""
import math

import _vramlint
import torch
from torch.nn.functional import conv1d
from torch.nn.functional import pad as _padded


def spectrogram(waveform, pad, window, n_fft, hop_length, win_length, power, normalized, center=True, pad_mode="reflect",
                onesided=True, return_complex=None):
    if pad > 0:
        waveform = _padded(waveform, (pad, pad), "constant")
    lead = tuple(waveform.shape[:-1])
    made = torch.stft(waveform.reshape(-1, waveform.size(-1)), n_fft, hop_length, win_length, window, center, pad_mode,
                      normalized == "frame_length", onesided, True)
    made = made.reshape(lead + tuple(made.shape[-2:]))
    if normalized is True or normalized == "window":
        made = made / window.pow(2.0).sum().sqrt()
    if power is None:
        return made
    return made.abs() if power == 1.0 else made.abs().pow(power)


def melscale_fbanks(n_freqs, f_min, f_max, n_mels, sample_rate, norm=None, mel_scale="htk"):
    return torch.zeros(n_freqs, n_mels)


def linear_fbanks(n_freqs, f_min, f_max, n_filter, sample_rate):
    return torch.zeros(n_freqs, n_filter)


def create_dct(n_mfcc, n_mels, norm):
    return torch.zeros(n_mels, n_mfcc)


def amplitude_to_DB(x, multiplier, amin, db_multiplier, top_db=None):
    levels = multiplier * torch.log10(torch.clamp(x, min=amin)) - multiplier * db_multiplier
    if top_db is None:
        return levels
    shape = levels.shape
    channels = shape[-3] if levels.dim() > 2 else 1
    levels = levels.reshape(-1, channels, shape[-2], shape[-1])
    return torch.max(levels, (levels.amax(dim=(-3, -2, -1)) - top_db).view(-1, 1, 1, 1)).reshape(shape)


def DB_to_amplitude(x, ref, power):
    return ref * torch.pow(torch.pow(10.0, 0.1 * x), power)


def _span(size, most, device):
    """Which places along an axis are covered."""
    length = torch.rand(1, device=device) * most
    start = (torch.rand(1, device=device) * (size - length)).long()
    places = torch.arange(0, size, device=device)
    return (places >= start) & (places < start + length.long())


def mask_along_axis(specgram, mask_param, mask_value, axis, p=1.0):
    if mask_param < 1:
        return specgram
    covered = _span(specgram.shape[axis], mask_param, specgram.device)
    return specgram.masked_fill(covered.unsqueeze(-1) if axis in (specgram.dim() - 2, -2) else covered, mask_value)


def mask_along_axis_iid(specgrams, mask_param, mask_value, axis, p=1.0):
    drawn = torch.rand(specgrams.shape[:-2], device=specgrams.device, dtype=specgrams.dtype)
    length = drawn * mask_param
    start = (torch.rand_like(drawn) * (specgrams.size(axis) - length)).long()[..., None, None]
    places = torch.arange(0, specgrams.size(axis), device=specgrams.device)
    specgrams = specgrams.transpose(axis, -1)
    covered = (places >= start) & (places < start + length.long()[..., None, None])
    return specgrams.masked_fill(covered, mask_value).transpose(axis, -1)


def resample(waveform, orig_freq, new_freq, lowpass_filter_width=6, rolloff=0.99, resampling_method="sinc_interp_hann",
             beta=None):
    if not _vramlint.is_known(orig_freq) or not _vramlint.is_known(new_freq):
        return _vramlint.unknown("how long a sound is after it is sampled again is not known")
    if orig_freq == new_freq:
        return waveform
    common = math.gcd(int(orig_freq), int(new_freq))
    old, new = int(orig_freq) // common, int(new_freq) // common
    width = math.ceil(lowpass_filter_width * old / (min(old, new) * rolloff))
    lead, length = tuple(waveform.shape[:-1]), waveform.size(-1)
    kernel = torch.zeros(new, 1, 2 * width + old, device=waveform.device, dtype=waveform.dtype)
    made = conv1d(_padded(waveform.reshape(-1, length), (width, width + old))[:, None], kernel, stride=old)
    made = made.transpose(1, 2).reshape(made.size(0), -1)[..., :(new * length + old - 1) // old]
    return made.reshape(lead + (made.size(-1),))


def _as_it_is(waveform, *args, **options):
    return torch.empty_like(waveform)


lowpass_biquad = highpass_biquad = bandpass_biquad = bandreject_biquad = allpass_biquad = equalizer_biquad = _as_it_is
treble_biquad = bass_biquad = biquad = lfilter = filtfilt = gain = dither = contrast = overdrive = preemphasis = _as_it_is
deemphasis = _as_it_is


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchaudio.functional' has no attribute '{name}'")
    return _vramlint.unknown(f"torchaudio.functional.{name} is not modelled")
