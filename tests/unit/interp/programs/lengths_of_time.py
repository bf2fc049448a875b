"""datetime.timedelta"""
from datetime import date, datetime, timedelta

day = timedelta(days=1, seconds=30)
print(day, day.total_seconds(), day.days, day.seconds, day.microseconds)
print(timedelta(hours=2, minutes=30), repr(timedelta(weeks=1, milliseconds=5)), repr(timedelta()))
print(-timedelta(seconds=1), abs(-timedelta(seconds=1)), bool(timedelta(0)))
print(day + timedelta(seconds=30), day - timedelta(days=2), day * 2, 2 * day, day / 2, day / timedelta(seconds=10))
print(day // timedelta(hours=1), day // 7, timedelta(seconds=1.5))
print(day > timedelta(days=1), day == timedelta(seconds=86430), day <= timedelta(0), len({day, timedelta(seconds=86430)}))
print(isinstance(day, timedelta), isinstance(None, (datetime, timedelta)), isinstance("x", date), issubclass(datetime, date))
