#!/usr/bin/env bash
# The recipe for efm-langserver in integrations/lsp/README.md, as it stands there: efm.sh PROGRAM SOURCE_FOLDER. Exit code
# 77: efm-langserver is not installed.
set -euo pipefail
command -v efm-langserver >/dev/null || exit 77
program=$(realpath "$1") source=$2
. "$source/tests/doors/scratch.sh"
mkdir "$scratch/bin" "$scratch/my project" && cd "$scratch/my project"
. "$source/tests/doors/project.sh"
ln -s "$program" "$scratch/bin/vramlint"
export PATH=$scratch/bin:$PATH
timeout 60 python3 - "$source/integrations/lsp/README.md" "$scratch/efm.yaml" <<'END'
import json, pathlib, queue, re, subprocess, sys, threading

page = pathlib.Path(sys.argv[1]).read_text()
pathlib.Path(sys.argv[2]).write_text(re.search(r"efm-langserver, in.*?```yaml\n(.*?)```", page, re.S).group(1))
server = subprocess.Popen(["efm-langserver", "-c", sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()

def read():
    size = 0
    while line := server.stdout.readline().strip():
        if line.lower().startswith(b"content-length:"):
            size = int(line.split(b":")[1])
    return json.loads(server.stdout.read(size))

said = queue.Queue()

def listen():
    while True:
        said.put(read())

def answered(wanted, seconds):
    try:
        while not wanted(message := said.get(timeout=seconds)):
            pass
        return message
    except queue.Empty:
        return None

def found(name, text):
    """efm-langserver gives up what it runs where more comes in meanwhile: what is not answered is said again."""
    uri = pathlib.Path(name).resolve().as_uri()
    document = {"uri": uri, "version": 1}
    send(method="textDocument/didOpen", params={"textDocument": {**document, "languageId": "yaml", "text": text}})
    about = lambda message: message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
    while not (message := answered(about, 5)):
        document["version"] += 1
        send(method="textDocument/didChange", params={"textDocument": document, "contentChanges": [{"text": text}]})
    return [(one["range"]["start"]["line"], one["severity"], one["message"].split()[-1]) for one in message["params"]["diagnostics"]]

threading.Thread(target=listen, daemon=True).start()
send(id=1, method="initialize", params={"processId": None, "rootUri": pathlib.Path.cwd().as_uri(), "capabilities": {}})
assert answered(lambda message: message.get("id") == 1, 30)
send(method="initialized", params={})
assert found("config/good.yaml", "width: 16\nbatch_size: 4\n") == []
silent = "# vramlint: ignore[unknown-name]\nwidth: 16\nbatch_size: 0\n"  # nothing of this is saved
shown = found("config/bad.yaml", silent)
assert (2, 1, "[invalid-setting]") in shown and any(one[:2] == (0, 2) for one in shown), shown
assert found("notes.yaml", "width: 16\n") == [], "no config"
server.kill()
END
