"""What fetches data sets, and says whether they are there (torchvision/datasets/utils.py, 0.19): no file is reached here."""


def check_integrity(fpath, md5=None):
    return True


def _nothing(*args, **options):
    return None


download_url = download_and_extract_archive = extract_archive = download_file_from_google_drive = gen_bar_updater = _nothing
makedir_exist_ok = calculate_md5 = check_md5 = _nothing


def verify_str_arg(value, arg=None, valid_values=None, custom_msg=None):
    if valid_values is not None and value not in valid_values:
        raise ValueError(custom_msg or f"Unknown value '{value}' for argument {arg}. Valid values are {list(valid_values)}.")
    return value


def iterable_to_str(iterable):
    return "'" + "', '".join([str(item) for item in iterable]) + "'"
