#!/usr/bin/env bash
# starlette 0.47.3 (August 2025) beside 1.10.0
# Surprise: FileResponse let a Range field replace the status that the
# application chose: an error page sent as 404 became a 206, and so did the
# answer to a POST. 1.10.0 applies Range only to a 200 of GET or HEAD.
# Expected: Range is defined for GET, and applies where the answer would be 200.
# Write instead: on old versions, send an error page as a plain Response; a
# cache in front of them must not take 206 as proof that the target exists.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import asyncio
from starlette.responses import FileResponse

open("note.txt", "wb").write(b"0123456789")


def ask(wanted, status=200, method="GET"):
    sent = []

    async def receive():
        return {"type": "http.request"}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "asgi": {"spec_version": "2.4"}, "method": method,
             "headers": [(b"range", wanted)]}
    asyncio.run(FileResponse("note.txt", status_code=status)(scope, receive, send))
    fields = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], fields, b"".join(m.get("body", b"") for m in sent[1:])


for asked in ((b"bytes=0-1", 404), (b"bytes=0-1", 200, "POST")):
    status, fields, body = ask(*asked)
    print(status, fields.get("content-range"), body.decode())
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "starlette==$1" anyio==4.16.0
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'starlette %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 0.47.3 '206 bytes 0-1/10 01
206 bytes 0-1/10 01'
see 1.10.0 '404 None 0123456789
200 None 0123456789'
