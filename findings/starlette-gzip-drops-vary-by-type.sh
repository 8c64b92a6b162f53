#!/usr/bin/env bash
# starlette 0.47.3 (August 2025) beside 1.10.0
# Surprise: GZipMiddleware, with the same arguments, no longer encodes PNG or ZIP
# and then sends no Vary at all, while SVG and HTML still get both. Only
# text/event-stream was left alone before.
# Expected: the default keeps encoding every type, or says Vary either way.
# Write instead: pass exclude_content_types; a cache sees variants stored under
# Vary: Accept-Encoding followed by answers without Vary for the same target.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import asyncio
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response


def ask(kind):
    sent = []

    async def receive():
        return {"type": "http.request"}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"gzip")]}
    asyncio.run(GZipMiddleware(Response(b"a" * 2000, media_type=kind))(scope, receive, send))
    fields = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return fields.get("content-encoding"), fields.get("vary")


for kind in ("image/png", "application/zip", "image/svg+xml"):
    print(kind, *ask(kind))
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "starlette==$1" anyio==4.16.0
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'starlette %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 0.47.3 'image/png gzip Accept-Encoding
application/zip gzip Accept-Encoding
image/svg+xml gzip Accept-Encoding'
see 1.10.0 'image/png None None
application/zip None None
image/svg+xml gzip Accept-Encoding'
