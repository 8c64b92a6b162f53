#!/usr/bin/env bash
# starlette 0.47.3 (August 2025) beside 1.10.0
# Surprise: a response with two ranges said "multipart/byteranges" in
# Content-Range and kept the type of the file in Content-Type, its parts parted
# by bare LF. 1.10.0 moves the type to Content-Type, sends no Content-Range and
# parts them by CRLF.
# Expected: RFC 9110 14.6: the type with its boundary stands in Content-Type.
# Write instead: know a 206 of parts from either field when old servers are
# behind, and never combine it with a stored single range.
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


status, fields, body = ask(b"bytes=0-1,5-6")
print(status)
for name in ("content-type", "content-range"):
    print(name, str(fields.get(name)).split("boundary=")[0])
print("CRLF" if b"\r\n" in body else "LF")
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "starlette==$1" anyio==4.16.0
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'starlette %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 0.47.3 '206
content-type text/plain; charset=utf-8
content-range multipart/byteranges; 
LF'
see 1.10.0 '206
content-type multipart/byteranges; 
content-range None
CRLF'
