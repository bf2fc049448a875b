import _run


class COCOeval:
    """Runs on the host, behind the training."""

    def __init__(self, cocoGt=None, cocoDt=None, iouType="segm"):
        self.cocoGt, self.cocoDt = cocoGt, cocoDt
        self.stats = _run.unknown("what an evaluation finds is not known")

    def evaluate(self):
        return None

    accumulate = summarize = evaluate
