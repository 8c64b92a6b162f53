#!/usr/bin/env bash
# starlette 0.47.3 (August 2025) beside 1.10.0
# Surprise: the last 20 bytes of a file of 10 were refused with 416, whose
# Content-Range had no unit ("*/10"). 1.10.0 sends the whole file as a 206, and
# the 416 for a start past the end says "bytes */10".
# Expected: RFC 9110 14.1.2: a suffix longer than the file means all of it.
# Write instead: where old servers are behind, ask for a suffix only once the
# length is known, and accept an unsatisfied Content-Range without a unit.
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


for asked in (b"bytes=-20", b"bytes=20-30"):
    status, fields, body = ask(asked)
    print(status, fields.get("content-range"), len(body))
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "starlette==$1" anyio==4.16.0
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'starlette %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 0.47.3 '416 */10 0
416 */10 0'
see 1.10.0 '206 bytes 0-9/10 10
416 bytes */10 0'
