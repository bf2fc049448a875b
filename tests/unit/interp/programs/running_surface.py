def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


import logging, argparse, warnings, threading, queue, types, inspect, importlib, bisect, heapq, statistics, importlib.metadata, importlib.util


def heap():
    h = [5, 1, 4]
    heapq.heapify(h)
    heapq.heappush(h, 0)
    return heapq.heappop(h), h, heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, [3, 1, 2], key=lambda x: -x), list(heapq.merge([1, 3], [2])), heapq.heappushpop(h, 9), heapq.heapreplace(h, 7)


def qs():
    q = queue.Queue(maxsize=3)
    q.put(1)
    q.put(2)
    p = queue.PriorityQueue()
    p.put((2, 'b'))
    p.put((1, 'a'))
    l = queue.LifoQueue()
    l.put(1)
    l.put(2)
    return q.get(), q.qsize(), q.empty(), q.get_nowait(), q.full(), p.get(), l.get(), q.task_done()


def local():
    d = threading.local()
    d.x = 1
    return d.x, hasattr(d, 'y')


def warn():
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        warnings.warn('a', DeprecationWarning)
        warnings.warn('b', stacklevel=2)
        return len(w), w[0].category.__name__, str(w[1].message)


def logs():
    log = logging.getLogger('a.b')
    log.setLevel('DEBUG')
    log.propagate = False
    log.addHandler(logging.NullHandler())
    log.debug('x %s', 1)
    log.info('x')
    log.warning('w %d %d', 1, 2)
    log.error('e', exc_info=False)
    log.exception('x')
    log.log(logging.INFO, 'q')
    return log.name, log.level, log.isEnabledFor(10), log.getEffectiveLevel(), logging.getLogger('a.b') is log, log.handlers[0].__class__.__name__, log.parent.name, logging.getLevelName(20), logging.getLevelName('INFO'), logging.INFO, logging.WARN, logging.root.name, log.hasHandlers(), len(log.handlers)


def logout():
    import io
    s = io.StringIO()
    h = logging.StreamHandler(s)
    h.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))
    log = logging.getLogger('zz')
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(h)
    log.info('hi %s', 3)
    log.debug('no')
    log.removeHandler(h)
    return s.getvalue(), log.handlers, h.formatter is not None


class Filt(logging.Filter):
    def filter(self, record):
        return True


def args(*given, **kw):
    p = argparse.ArgumentParser('prog', description='d', **kw)
    p.add_argument('config', nargs='?', default='c.yaml', help='x')
    p.add_argument('--lr', type=float, default=0.1)
    p.add_argument('--batch-size', '-b', type=int, default=4)
    p.add_argument('--amp', action='store_true')
    p.add_argument('--no-ema', dest='ema', action='store_false')
    p.add_argument('--opt', choices=['adam', 'sgd'], default='adam')
    p.add_argument('--sizes', nargs='+', type=int, default=[1, 2])
    p.add_argument('--pair', nargs=2, type=float)
    p.add_argument('--tag', action='append')
    p.add_argument('-v', action='count', default=0)
    p.add_argument('--const', action='store_const', const=5)
    p.add_argument('--opt-in', nargs='?', const='c', default='d')
    g = p.add_argument_group('g')
    g.add_argument('--in-group', type=str, default=None)
    m = p.add_mutually_exclusive_group()
    m.add_argument('--m1', action='store_true')
    m.add_argument('--m2', action='store_true')
    p.add_argument('--bool', action=argparse.BooleanOptionalAction, default=True)
    p.set_defaults(extra=7)
    return vars(p.parse_args(list(given)))


def bad_type():
    p = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter, allow_abbrev=False, add_help=True, conflict_handler='resolve')
    p.add_argument('--x', type=lambda s: [int(t) for t in s.split(',')], metavar='X')
    p.add_argument('--flag', type=lambda s: s.lower() == 'true', default=False)
    p.add_argument('--rest', nargs=argparse.REMAINDER)
    return p.parse_args(['--x', '1,2', '--flag', 'True']), p.get_default('flag'), p.parse_args('--x 3'.split()).x


def inner(a, b=1, *c, d, e=2, **k):
    pass


show('bisect.bisect([1, 3, 5], 3)')
show('bisect.bisect_left([1, 3, 5], 3)')
show('bisect.bisect_right([1, 3], 0)')
show('(lambda a: (bisect.insort(a, 2), a))([1, 3])')
show('bisect.bisect_left([1, 2], 2, lo=1)')
show('bisect.bisect([5, 3], -4, key=lambda x: -x)')
show('heap()')
show('statistics.mean([1, 2, 3])')
show('statistics.median([1, 2, 3, 4])')
show('statistics.stdev([1, 2, 3])')
show('statistics.mode([1, 1, 2])')
show('statistics.pstdev([1, 3])')
show('statistics.variance([1, 2, 3])')
show('statistics.fmean([1, 2])')
show('statistics.median_low([1, 2])')
show('statistics.pvariance([1, 3])')
show('statistics.mean([])')
show('qs()')
show('queue.Queue().get_nowait()')
show('local()')
show('warn()')
show("warnings.filterwarnings('ignore')")
show("warnings.warn('x')")
show("warnings.simplefilter('ignore')")
show('warnings.resetwarnings()')
show("warnings.filterwarnings('ignore', category=UserWarning, module='x', message='.*')")
show('logs()')
show("logging.basicConfig(level=logging.INFO, format='%(message)s', handlers=[logging.NullHandler()])")
show('logging.disable()')
show('logging.getLogger(__name__).name')
show("logging.Formatter('%(asctime)s').__class__.__name__")
show('logging.StreamHandler().level')
show("logging.addLevelName(15, 'X')")
show('logging.captureWarnings(True)')
show('logout()')
show('Filt().filter(None)')
show("logging.LoggerAdapter(logging.getLogger('q'), {}).name")
show("logging.Logger('n').name")
show('issubclass(logging.FileHandler, logging.Handler)')
show('logging.getLoggerClass().__name__')
show('args()')
show("args('x.yaml', '--lr', '1e-3', '-b', '8', '--amp', '--no-ema', '--opt', 'sgd', '--sizes', '3', '4', '5')")
show("args('--pair', '1', '2', '--tag', 'a', '--tag', 'b', '-vv', '--const', '--opt-in', '--in-group', 'q', '--m1', '--no-bool', '--lr=5', '-b9')")
show('bad_type()')
show('list(inspect.signature(inner).parameters)')
show("inspect.signature(inner).parameters['b'].default")
show("inspect.signature(inner).parameters['a'].default is inspect.Parameter.empty")
show("inspect.signature(inner).parameters['c'].kind.name")
show('str(inspect.signature(inner))')
show('inspect.getfullargspec(inner).args')
show('inspect.getfullargspec(inner).kwonlyargs')
show('inspect.getfullargspec(inner).varkw')
show('inspect.isclass(int)')
show('inspect.isfunction(inner)')
show('inspect.ismethod(inner)')
show('inspect.ismodule(inspect)')
show('inspect.isgeneratorfunction(inner)')
show('inspect.isbuiltin(len)')
show('inspect.iscoroutinefunction(inner)')
show('callable(inner)')
show('inspect.getmro(bool)[0].__name__')
show('inspect.getdoc(inner)')
show('inspect.getmodule(inner) is not None')
show('inspect.unwrap(inner) is inner')
show('inspect.signature(inner).bind(1, d=2).arguments')
show('inspect.signature(lambda x: x).return_annotation is inspect.Signature.empty')
show('inspect.getfile(inner)[-3:]')
show('inspect.signature(inner).bind_partial().arguments')
show('types.SimpleNamespace(a=1, b=2)')
show('types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1)')
show('types.MethodType(lambda self: self, 3)()')
show('isinstance(inner, types.FunctionType)')
show("types.ModuleType('m').__name__")
show('isinstance(len, types.BuiltinFunctionType)')
show("types.MappingProxyType({'a': 1})['a']")
show('isinstance((x for x in []), types.GeneratorType)')
show("types.new_class('N').__name__")
show('isinstance(types, types.ModuleType)')
show('types.NoneType')
show("importlib.import_module('math').pi")
show("importlib.util.find_spec('no_such_module_x')")
show("importlib.util.find_spec('math') is not None")
show("importlib.import_module('collections.abc').__name__")
show("__import__('math').sqrt(4)")
show('importlib.reload is not None')
show("importlib.import_module('no_such_module_x')")
show("__import__('no_such_module_x')")
