try: a
except A: b
except (B, C) as d: e
else: f
finally: g