"""Progress bars and timers: they draw nothing and measure nothing."""


class TimerError(Exception):
    pass


class Timer:
    def __init__(self, start=True, print_tmpl=None):
        self.is_running = start

    def __enter__(self):
        self.is_running = True
        return self

    def __exit__(self, *exception):
        self.is_running = False

    def start(self):
        self.is_running = True

    def since_start(self):
        import _vramlint
        return _vramlint.unknown("how long something takes is not measured")

    since_last_check = since_start


def check_time(timer_id):
    return Timer().since_start()


class ProgressBar:
    def __init__(self, task_num=0, bar_width=50, start=True, file=None):
        self.task_num, self.bar_width, self.completed = task_num, bar_width, 0

    def start(self):
        return None

    def update(self, num_tasks=1):
        self.completed += num_tasks


def _items(tasks):
    return tasks[0] if isinstance(tasks, tuple) else tasks


def track_progress(func, tasks, bar_width=50, file=None, **kwargs):
    return [func(task, **kwargs) for task in _items(tasks)]


def track_parallel_progress(func, tasks, nproc, *args, **options):
    return [func(task) for task in _items(tasks)]


def track_progress_rich(func, tasks=(), *args, **options):
    return [func(*task) if isinstance(task, tuple) else func(task) for task in tasks]


def track_iter_progress(tasks, bar_width=50, file=None):
    return iter(_items(tasks))
