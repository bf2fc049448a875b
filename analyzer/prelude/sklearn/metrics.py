"""Numbers on the host."""
from sklearn._sizes import number

accuracy_score = balanced_accuracy_score = f1_score = precision_score = recall_score = roc_auc_score = number
average_precision_score = mean_squared_error = mean_absolute_error = r2_score = jaccard_score = matthews_corrcoef = number
cohen_kappa_score = log_loss = auc = hamming_loss = normalized_mutual_info_score = adjusted_rand_score = number
mean_absolute_percentage_error = silhouette_score = top_k_accuracy_score = explained_variance_score = number


def classification_report(*args, **options):
    return ""
