"""A part of a data set for each process."""


def split_dataset_by_node(dataset, rank, world_size):
    return dataset.filter()
