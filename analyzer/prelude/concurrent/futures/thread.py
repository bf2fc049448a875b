from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
