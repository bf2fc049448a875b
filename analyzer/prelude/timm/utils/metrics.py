class AverageMeter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.val = self.avg = self.sum = self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


def accuracy(output, target, topk=(1,)):
    most = min(max(topk), output.size()[1])
    _, found = output.topk(most, 1, True, True)
    found = found.t()
    right = found.eq(target.reshape(1, -1).expand_as(found))
    return [right[:min(k, most)].reshape(-1).float().sum(0) * 100.0 / target.size(0) for k in topk]
