#!/usr/bin/env bash
# undici 7.15.0 (August 2025) beside 7.29.1, Node 20
# Surprise: a client's If-None-Match makes the cache interceptor forget a fresh
# response. It asks the origin by the stored tag, gets 304, answers 200 with the
# content (also to the client that named that very tag), and the next plain GET
# fetches everything again. Before, the condition changed nothing.
# Expected: 304 for the tag that is stored, the content for another one, both
# from the store, as it is fresh (RFC 9111 4.3.2), and the store as it was.
# Write instead: take conditions off requests before they reach the interceptor.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
import http from 'node:http'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const { Agent, interceptors, request } = createRequire(process.argv[2] + '/')('undici')
let asked
const server = http.createServer((req, res) => {
  const condition = req.headers['if-none-match']
  asked.push(condition ?? 'all')
  const fields = { 'cache-control': 'max-age=60', etag: '"a"' }
  res.writeHead(condition === '"a"' ? 304 : 200, fields).end(condition === '"a"' ? '' : 'content')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const dispatcher = new Agent().compose(interceptors.cache())
for (const condition of [undefined, undefined, '"a"', undefined, undefined, '"b"', undefined]) {
  asked = []
  const headers = condition ? { 'if-none-match': condition } : {}
  const { statusCode, body } = await request(`http://127.0.0.1:${server.address().port}/`, { dispatcher, headers })
  console.log(condition ?? 'none', '->', statusCode, (await body.text()).length, 'octets; origin asked for', asked.join(', ') || 'nothing')
}
await dispatcher.close()
server.close()
PROBE
see() { # version, expected output
    mkdir "$1"
    (cd "$1" && timeout 120 npm install --silent --no-audit --no-fund --prefix . "undici@$1" >/dev/null)
    seen=$(timeout 30 node probe.mjs "$work/$1")
    printf 'undici %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 7.15.0 'none -> 200 7 octets; origin asked for all
none -> 200 7 octets; origin asked for nothing
"a" -> 200 7 octets; origin asked for nothing
none -> 200 7 octets; origin asked for nothing
none -> 200 7 octets; origin asked for nothing
"b" -> 200 7 octets; origin asked for nothing
none -> 200 7 octets; origin asked for nothing'
see 7.29.1 'none -> 200 7 octets; origin asked for all
none -> 200 7 octets; origin asked for nothing
"a" -> 200 7 octets; origin asked for "a"
none -> 200 7 octets; origin asked for all
none -> 200 7 octets; origin asked for nothing
"b" -> 200 7 octets; origin asked for "a"
none -> 200 7 octets; origin asked for all'
