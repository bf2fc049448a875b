from torchaudio.compliance import kaldi
