"""Modules that change sound and spectrograms (torchaudio/transforms/_transforms.py, 2.4)."""
import _vramlint
import torch
from torch import nn

from torchaudio import functional as F


class Spectrogram(nn.Module):
    def __init__(self, n_fft=400, win_length=None, hop_length=None, pad=0, window_fn=torch.hann_window, power=2.0,
                 normalized=False, wkwargs=None, center=True, pad_mode="reflect", onesided=True, return_complex=None):
        super().__init__()
        self.n_fft, self.pad, self.power, self.normalized = n_fft, pad, power, normalized
        self.win_length = n_fft if win_length is None else win_length
        self.hop_length = self.win_length // 2 if hop_length is None else hop_length
        self.register_buffer("window", window_fn(self.win_length, **(wkwargs or {})))
        self.center, self.pad_mode, self.onesided = center, pad_mode, onesided

    def forward(self, waveform):
        return F.spectrogram(waveform, self.pad, self.window, self.n_fft, self.hop_length, self.win_length, self.power,
                             self.normalized, self.center, self.pad_mode, self.onesided)


class MelScale(nn.Module):
    def __init__(self, n_mels=128, sample_rate=16000, f_min=0.0, f_max=None, n_stft=201, norm=None, mel_scale="htk"):
        super().__init__()
        self.n_mels, self.sample_rate, self.f_min, self.f_max = n_mels, sample_rate, f_min, f_max or float(sample_rate // 2)
        self.register_buffer("fb", F.melscale_fbanks(n_stft, f_min, self.f_max, n_mels, sample_rate, norm, mel_scale))

    def forward(self, specgram):
        return torch.matmul(specgram.transpose(-1, -2), self.fb).transpose(-1, -2)


class MelSpectrogram(nn.Module):
    def __init__(self, sample_rate=16000, n_fft=400, win_length=None, hop_length=None, f_min=0.0, f_max=None, pad=0,
                 n_mels=128, window_fn=torch.hann_window, power=2.0, normalized=False, wkwargs=None, center=True,
                 pad_mode="reflect", onesided=None, norm=None, mel_scale="htk"):
        super().__init__()
        self.sample_rate, self.n_fft, self.n_mels, self.power = sample_rate, n_fft, n_mels, power
        self.win_length = n_fft if win_length is None else win_length
        self.hop_length = self.win_length // 2 if hop_length is None else hop_length
        self.spectrogram = Spectrogram(n_fft, self.win_length, self.hop_length, pad, window_fn, power, normalized, wkwargs,
                                       center, pad_mode)
        self.mel_scale = MelScale(n_mels, sample_rate, f_min, f_max, n_fft // 2 + 1, norm, mel_scale)

    def forward(self, waveform):
        return self.mel_scale(self.spectrogram(waveform))


class AmplitudeToDB(nn.Module):
    def __init__(self, stype="power", top_db=None):
        super().__init__()
        self.stype, self.top_db, self.multiplier = stype, top_db, 10.0 if stype == "power" else 20.0

    def forward(self, x):
        return F.amplitude_to_DB(x, self.multiplier, 1e-10, 0.0, self.top_db)


class MFCC(nn.Module):
    def __init__(self, sample_rate=16000, n_mfcc=40, dct_type=2, norm="ortho", log_mels=False, melkwargs=None):
        super().__init__()
        self.n_mfcc, self.log_mels = n_mfcc, log_mels
        self.amplitude_to_DB = AmplitudeToDB("power", 80.0)
        self.MelSpectrogram = MelSpectrogram(sample_rate=sample_rate, **(melkwargs or {}))
        self.register_buffer("dct_mat", F.create_dct(n_mfcc, self.MelSpectrogram.n_mels, norm))

    def forward(self, waveform):
        mels = self.MelSpectrogram(waveform)
        mels = torch.log(mels + 1e-6) if self.log_mels else self.amplitude_to_DB(mels)
        return torch.matmul(mels.transpose(-1, -2), self.dct_mat).transpose(-1, -2)


class Resample(nn.Module):
    def __init__(self, orig_freq=16000, new_freq=16000, resampling_method="sinc_interp_hann", lowpass_filter_width=6,
                 rolloff=0.99, beta=None, *, dtype=None):
        super().__init__()
        self.orig_freq, self.new_freq = orig_freq, new_freq
        self.lowpass_filter_width, self.rolloff = lowpass_filter_width, rolloff

    def forward(self, waveform):
        return F.resample(waveform, self.orig_freq, self.new_freq, self.lowpass_filter_width, self.rolloff)


class _AxisMasking(nn.Module):
    def __init__(self, mask_param, axis, iid_masks, p=1.0):
        super().__init__()
        self.mask_param, self.axis, self.iid_masks, self.p = mask_param, axis, iid_masks, p

    def forward(self, specgram, mask_value=0.0):
        axis = self.axis + specgram.dim() - 3
        if self.iid_masks:
            return F.mask_along_axis_iid(specgram, self.mask_param, mask_value, axis, self.p)
        return F.mask_along_axis(specgram, self.mask_param, mask_value, axis, self.p)


class FrequencyMasking(_AxisMasking):
    def __init__(self, freq_mask_param, iid_masks=False):
        super().__init__(freq_mask_param, 1, iid_masks)


class TimeMasking(_AxisMasking):
    def __init__(self, time_mask_param, iid_masks=False, p=1.0):
        super().__init__(time_mask_param, 2, iid_masks, p)


class Vol(nn.Module):
    def __init__(self, gain, gain_type="amplitude"):
        super().__init__()
        self.gain, self.gain_type = gain, gain_type

    def forward(self, waveform):
        return torch.clamp(waveform * self.gain, -1, 1)


class Fade(nn.Module):
    def __init__(self, fade_in_len=0, fade_out_len=0, fade_shape="linear"):
        super().__init__()

    def forward(self, waveform):
        size = waveform.size(-1)
        return torch.ones(size, device=waveform.device) * torch.ones(size, device=waveform.device) * waveform


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchaudio.transforms' has no attribute '{name}'")
    return _vramlint.unknown(f"torchaudio.transforms.{name} is not modelled")
