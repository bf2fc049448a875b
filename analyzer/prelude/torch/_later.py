# Functions and methods of torch that are made of others, by the file that has them: it is read when the first is called.
_methods = {
    "_arrangements": "rot90 fliplr flipud hsplit vsplit dsplit kron inner matrix_power logdet pinverse svd qr cholesky "
                     "select_scatter slice_scatter diagonal_scatter index_put renorm_ narrow_copy sum_to_size float_power "
                     "ldexp rsub",
    "_statistics": "quantile nanquantile nanmean msort cov corrcoef histogram nonzero argwhere unique unique_consecutive "
                   "cross trapz",
    "_windows": "stft istft",
}
_functions = {
    "_arrangements": "block_diag chain_matmul combinations cumulative_trapezoid vander svd_lowrank pca_lowrank",
    "_sparse": "sparse_coo_tensor spmm",
    "_statistics": "isin cdist trapezoid",
    "_windows": "hann_window hamming_window blackman_window bartlett_window kaiser_window",
    "nn.functional": "max_pool1d max_pool2d max_pool3d channel_shuffle native_channel_shuffle pairwise_distance "
                     "cosine_embedding_loss hinge_embedding_loss margin_ranking_loss triplet_margin_loss",
}


def _of(home, name):
    def call(*args, **options):
        return getattr(__import__("torch." + home, fromlist=["*"]), name)(*args, **options)

    return call


def _all(table):
    return {name: _of(home, name) for home, names in table.items() for name in names.split()}


methods = _all(_methods)
functions = _all(_functions)
functions.update({name: call for name, call in methods.items() if not name.endswith("_")})
grouped_mm = _of("_grouped", "grouped_mm")
