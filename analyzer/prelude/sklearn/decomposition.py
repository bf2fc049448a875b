from sklearn._sizes import like


class PCA:
    def __init__(self, n_components=None, **options):
        self.n_components = n_components

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return like(X, self.n_components)

    def fit_transform(self, X, y=None):
        return self.transform(X)


TruncatedSVD = FastICA = NMF = PCA
