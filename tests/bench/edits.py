#!/usr/bin/env python3
"""How long an editor waits for diagnostics: edits.py [-n 200] PROGRAM FOLDER DEVICE CONFIG FILE TEXT NEW [FILE TEXT NEW ...]

Opens CONFIG (from FOLDER), then edits the first TEXT of each FILE N times, to NEW with {} as a number that is another each
time ({:F:S}: F, F + S, ...), and waits for what is published for that version. Nothing is written to the disk.
"""

import argparse
import json
import pathlib
import re
import subprocess
import time


class Client:
    def __init__(self, program, folder, device):
        self.process = subprocess.Popen([program, "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.versions = {}
        capabilities = {"textDocument": {"publishDiagnostics": {"relatedInformation": True}, "codeLens": {}}}
        self.request("initialize", {"processId": None, "rootUri": pathlib.Path(folder).resolve().as_uri(),
                                    "capabilities": capabilities, "initializationOptions": {"device": device}})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        size = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        return json.loads(self.process.stdout.read(size))

    def request(self, method, parameters):
        self.send({"id": method, "method": method, "params": parameters})
        while self.read().get("id") != method:
            pass

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def published(self, uri):
        while True:
            message = self.read()
            told = message.get("params") or {}
            if message.get("method") == "textDocument/publishDiagnostics" and told["uri"] == uri and told.get("version") == self.versions[uri]:
                return told["diagnostics"]

    def open(self, path):
        uri = path.resolve().as_uri()
        if uri in self.versions:
            return uri
        self.versions[uri] = 1
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": path.read_text()}})
        self.published(uri)
        return uri

    def change(self, uri, place, text):
        self.versions[uri] += 1
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                               "contentChanges": [{"range": place, "text": text}]})
        return self.published(uri)


def edit(client, path, text, new, count):
    uri, whole = client.open(path), path.read_text()
    at = whole.index(text)
    line, column = whole.count("\n", 0, at), at - whole.rfind("\n", 0, at) - 1

    def place(old):
        return {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + len(old)}}

    written, times, answers = text, [], set()
    for i in range(count):
        value = re.sub(r"\{(?::(\d+):(\d+))?\}", lambda one: str(int(one[1] or 1) + int(one[2] or 1) * i), new)
        begin = time.perf_counter()
        answers.add(json.dumps(client.change(uri, place(written), value)))
        times.append(1000 * (time.perf_counter() - begin))
        written = value
    client.change(uri, place(written), text)
    times.sort()
    print(f"{path.name:48} p50 {times[count // 2]:6.1f}  p95 {times[int(count * 0.95)]:6.1f}  most {times[-1]:6.1f} ms, "
          f"{len(answers)} answers to {count} edits", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("device")
    parser.add_argument("config")
    parser.add_argument("edits", nargs="+")
    given = parser.parse_args()
    client = Client(given.program, given.folder, given.device)
    client.open(given.folder / given.config)
    for file, text, new in zip(*[iter(given.edits)] * 3, strict=True):
        edit(client, given.folder / file, text, new, given.n)


main()
