#!/usr/bin/env bash
# requests-cache 1.2.1 (June 2024) beside 1.3.3
# Surprise: an option of one request (expire_after) beside a Cache-Control of
# the caller's own with two directives raises InvalidHeader: the directives are
# split at commas and sorted with their blanks, so that the field begins with
# one. The order of the caller's directives is lost where it does not raise. And
# DO_NOT_CACHE reaches the origin as a field of its own, X-ACTUAL-NO-CACHE.
# Expected: the option is added behind what the caller wrote, or kept inside.
# Write instead: Cache-Control without blanks between directives, and
# session.cache_disabled() in place of DO_NOT_CACHE.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from requests_cache import DO_NOT_CACHE, CachedSession


class Origin(BaseHTTPRequestHandler):
    def do_GET(self):
        Origin.fields = self.headers
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Origin)
threading.Thread(target=server.serve_forever, daemon=True).start()


def ask(written, expire_after):
    fields = {"Cache-Control": written} if written else {}
    target = f"http://127.0.0.1:{server.server_port}/"
    try:
        CachedSession(backend="memory").get(target, headers=fields, expire_after=expire_after)
    except Exception as e:
        return type(e).__name__
    return {k: v for k, v in Origin.fields.items() if k in ("Cache-Control", "X-ACTUAL-NO-CACHE")}


print("none        ", ask(None, 60))
print("one         ", ask("no-transform", 60))
print("two         ", ask("no-transform, max-stale=5", 60))
print("no blank    ", ask("no-transform,max-stale=5", 60))
print("DO_NOT_CACHE", ask(None, DO_NOT_CACHE))
server.shutdown()
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "requests-cache==$1" requests==2.34.2 \
        attrs==26.1.0 cattrs==26.2.1 url-normalize==3.1.0 urllib3==2.8.0
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'requests-cache %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 1.2.1 "none         {'Cache-Control': 'max-age=60'}
one          {'Cache-Control': 'no-transform,max-age=60'}
two          {'Cache-Control': 'no-transform, max-stale=5,max-age=60'}
no blank     {'Cache-Control': 'no-transform,max-stale=5,max-age=60'}
DO_NOT_CACHE {'Cache-Control': 'max-age=3674576450094852'}"
see 1.3.3 "none         {'Cache-Control': 'max-age=60'}
one          {'Cache-Control': 'max-age=60,no-transform'}
two          InvalidHeader
no blank     {'Cache-Control': 'max-age=60,max-stale=5,no-transform'}
DO_NOT_CACHE {'X-ACTUAL-NO-CACHE': 'true'}"
