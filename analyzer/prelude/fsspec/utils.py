def get_protocol(url):
    url = str(url)
    for mark in ("://", "::"):
        if mark in url:
            return url.split(mark)[0]
    return "file"
