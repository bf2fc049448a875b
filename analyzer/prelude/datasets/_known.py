"""Columns of data sets that everybody takes, as their cards on the hub say them: a number is how many classes a column
has, a list as many as is not known, a tuple just one."""
_TEXT, _NUMBER, _LIST = "text", "number", "list"

_PAIR = {"sentence1": _TEXT, "sentence2": _TEXT, "idx": _NUMBER}
_QUESTION = {"id": _TEXT, "title": _TEXT, "context": _TEXT, "question": _TEXT,
             "answers": {"text": (_TEXT,), "answer_start": (_NUMBER,)}}
_NEWS = {"article": _TEXT, "highlights": _TEXT, "id": _TEXT}

KNOWN = {
    "glue/cola": {"sentence": _TEXT, "label": 2, "idx": _NUMBER},
    "glue/sst2": {"sentence": _TEXT, "label": 2, "idx": _NUMBER},
    "glue/mrpc": {**_PAIR, "label": 2},
    "glue/rte": {**_PAIR, "label": 2},
    "glue/wnli": {**_PAIR, "label": 2},
    "glue/qnli": {"question": _TEXT, "sentence": _TEXT, "label": 2, "idx": _NUMBER},
    "glue/qqp": {"question1": _TEXT, "question2": _TEXT, "label": 2, "idx": _NUMBER},
    "glue/mnli": {"premise": _TEXT, "hypothesis": _TEXT, "label": 3, "idx": _NUMBER},
    "imdb": {"text": _TEXT, "label": 2},
    "ag_news": {"text": _TEXT, "label": 4},
    "wikitext": {"text": _TEXT},
    "squad": _QUESTION,
    "squad_v2": _QUESTION,
    "cnn_dailymail": _NEWS,
    "xsum": {"document": _TEXT, "summary": _TEXT, "id": _TEXT},
    "wmt16": {"translation": _TEXT},
    "swag": {"video-id": _TEXT, "fold-ind": _TEXT, "startphrase": _TEXT, "sent1": _TEXT, "sent2": _TEXT, "gold-source": _TEXT,
             "ending0": _TEXT, "ending1": _TEXT, "ending2": _TEXT, "ending3": _TEXT, "label": 4},
    "conll2003": {"id": _TEXT, "tokens": _LIST, "pos_tags": [47], "chunk_tags": [23], "ner_tags": [9]},
    "beans": {"image_file_path": _TEXT, "image": "image", "labels": 3},
    "cifar10": {"img": "image", "label": 10},
    "cifar100": {"img": "image", "fine_label": 100, "coarse_label": 20},
    "mnist": {"image": "image", "label": 10},
    "fashion_mnist": {"image": "image", "label": 10},
    "food101": {"image": "image", "label": 101},
    "superb/ks": {"file": _TEXT, "audio": "audio", "label": 12},
}


def columns_of(path, name):
    """None where nobody knows."""
    if not isinstance(path, str):
        return None
    plain = path.split("/")[-1]
    return KNOWN.get(f"{plain}/{name}" if isinstance(name, str) else plain, KNOWN.get(plain))
