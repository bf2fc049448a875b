"""What is handed to pools of processes and threads comes back in its order."""
import functools
import multiprocessing
from multiprocessing.dummy import Pool as Threads
from multiprocessing.pool import ThreadPool


def times(number, factor=2):
    return number * factor


def initial(name):
    print("initial", name)


if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print(pool.map(times, range(4)), pool.map(functools.partial(times, factor=3), [1, 2], chunksize=1))
        print(pool.starmap(times, [(1, 5), (2, 6)]), list(pool.imap(times, [4, 5])))
        print(sorted(pool.imap_unordered(times, [7, 8])), pool.apply(times, (9,), {"factor": 1}))
        later = pool.map_async(times, [1])
        print(later.get(), later.ready(), later.successful(), pool.apply_async(times, (3,)).get(timeout=5))
    pool = multiprocessing.get_context("fork").Pool(processes=1)
    print(pool.starmap_async(times, zip([1], [1])).get())
    pool.close()
    pool.join()
    with ThreadPool(1, initial, ("worker",)) as threads:
        print(threads.map(lambda number: number + 1, [1]))
    threads = Threads(1)
    seen = []
    threads.apply_async(times, (6,), callback=seen.append).wait()
    threads.close()
    threads.join()
    print(seen, issubclass(multiprocessing.TimeoutError, multiprocessing.ProcessError))
