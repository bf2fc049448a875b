import re
m = re.match(r'(\w+)-(?P<n>\d+)', 'layer-12-x'); print(m.group(), m.group(1), m['n'], m.groups(), m.groupdict(), m.span('n'))
print(re.findall(r'\d+', 'a1b22'), re.sub(r'(\d)', r'<\1>', 'a1b2', count=1), re.split(r',\s*', 'a, b,c'), re.search('z', 'abc'), bool(re.fullmatch('a+', 'aaa')), re.compile('x').sub('y', 'axbx'), re.sub('a', lambda m: m.group().upper(), 'banana'))
