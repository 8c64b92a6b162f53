#!/usr/bin/env bash
# hishel 0.1.3 (July 2025) beside 2.0.0
# Surprise: a cache transport with no options no longer is an HTTP cache. It
# stores by method and URL: what is no-store is answered again from the store,
# and a request in English gets what was stored for one in German, although the
# response says Vary: Accept-Language.
# Expected: the default of a library for HTTP caching keeps to RFC 9111, and
# storing against what the origin says is the option.
# Write instead: rfc=True (or CacheOptions) at every transport and client.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import sys

import httpx

if sys.argv[1] == "0.1.3":
    import hishel

    def cached(origin, **options):
        return hishel.CacheTransport(transport=origin, storage=hishel.InMemoryStorage())
else:
    from hishel.httpx import CacheTransport

    def cached(origin, **options):
        return CacheTransport(origin, **options)

ASKED = {
    "no-store": ({"Cache-Control": "no-store"}, [{}, {}]),
    "vary": ({"Cache-Control": "max-age=60", "Vary": "Accept-Language"}, [{"Accept-Language": "de"}, {"Accept-Language": "en"}]),
    "max-age": ({"Cache-Control": "max-age=60"}, [{}, {}]),
}


def ask(name, **options):
    fields, requests = ASKED[name]
    count = 0

    def answer(request):
        nonlocal count
        count += 1
        return httpx.Response(200, headers=fields, text=request.headers.get("Accept-Language", "") + str(count))

    with httpx.Client(transport=cached(httpx.MockTransport(answer), **options)) as client:
        return [client.get("http://origin.test/" + name, headers=each).text for each in requests]


for name in ASKED:
    print(name, *ask(name))
if sys.argv[1] != "0.1.3":
    print("rfc=True vary", *ask("vary", rfc=True))
PROBE
see() { # version, what it needs, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "hishel==$1" httpx==0.28.1 anyio==4.16.0 "${@:3}"
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py "$1")
    printf 'hishel %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 0.1.3 'no-store 1 2
vary de1 en2
max-age 1 2'
see 2.0.0 'no-store 1 1
vary de1 de1
max-age 1 1
rfc=True vary de1 en2' anysqlite==0.0.5 msgpack==1.2.4
