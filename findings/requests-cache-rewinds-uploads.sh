#!/usr/bin/env bash
# requests-cache 1.2.1 (June 2024) beside 1.3.3
# Surprise: a session that caches nothing but GET and HEAD reads the content of
# a POST to make a key that nobody uses, and winds it back to its beginning. A
# file that was positioned at the part to be uploaded is sent from its first
# octet, under the length of the part; what can be read only once is sent empty.
# No exception; for the latter one warning in the log.
# Expected: what requests itself sends, and no key for what is not stored.
# Write instead: upload by a plain Session, or read the part into bytes first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import io
import logging

import requests
from requests.adapters import BaseAdapter
from requests_cache import CachedSession


class Origin(BaseAdapter):
    def send(self, request, **options):
        body = request.body
        self.received = body.read() if hasattr(body, "read") else body
        self.length = request.headers.get("Content-Length")
        answer = requests.Response()
        answer.status_code, answer.url, answer.request, answer.raw = 201, request.url, request, io.BytesIO()
        return answer

    def close(self):
        pass


class Stream:
    """Can be read once, as what comes from another connection."""

    def __init__(self):
        self.read = io.BytesIO(b"content").read

    def __iter__(self):
        return iter([b"content"])


def part():
    opened = io.BytesIO(b"HEADcontent")
    opened.seek(4)
    return opened


def upload(session, content):
    origin = Origin()
    session.mount("http://", origin)
    session.post("http://origin.test/upload", data=content)
    return repr(origin.received.decode()), "of length", origin.length


logging.disable(logging.CRITICAL)
for make in part, Stream:
    print(make.__name__, *upload(requests.Session(), make()))
    print(make.__name__, *upload(CachedSession(backend="memory"), make()), "by CachedSession")
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "requests-cache==$1" requests==2.34.2 \
        attrs==26.1.0 cattrs==26.2.1 url-normalize==3.1.0 urllib3==2.8.0
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'requests-cache %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 1.2.1 "part 'content' of length 7
part 'content' of length 7 by CachedSession
Stream 'content' of length None
Stream 'content' of length None by CachedSession"
see 1.3.3 "part 'content' of length 7
part 'HEADcontent' of length 7 by CachedSession
Stream 'content' of length None
Stream '' of length None by CachedSession"
