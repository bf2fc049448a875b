import _vramlint


def load(repo_or_dir, model, *args, **kwargs):
    return _vramlint.unknown("a model from torch.hub is not read")


def list(github, *args, **kwargs):
    return _vramlint.unknown("what a repository of torch.hub has is not read")


def load_state_dict_from_url(url, *args, **kwargs):
    return _vramlint.unknown("the contents of a checkpoint are not read")


def set_dir(path):
    return None


def get_dir():
    return "~/.cache/torch/hub"


def _validate_not_a_forked_repo(*args):
    return None
