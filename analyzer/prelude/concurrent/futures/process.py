from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
