#!/usr/bin/env bash
# undici 7.15.0 (August 2025) beside 7.29.1, Node 20
# Surprise: the shared cache (the default type) no longer stores any response
# with Set-Cookie, whatever its origin says: public, s-maxage, and no-cache for
# that very field do not help. No option or log tells; the hit ratio falls.
# Expected: RFC 9111 7.3 leaves that to origins, which say private or public;
# an explicit public stays what it was.
# Write instead: strip the field at the origin, or type: 'private' where the
# process serves one user.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
import http from 'node:http'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const { Agent, interceptors, request } = createRequire(process.argv[2] + '/')('undici')
let asked, control
const server = http.createServer((req, res) => {
  asked++
  res.writeHead(200, { 'cache-control': control, 'set-cookie': 'theme=dark' }).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
for (const type of ['shared', 'private']) {
  for (control of ['max-age=60', 'public, max-age=60', 'max-age=60, no-cache="set-cookie"']) {
    asked = 0
    const dispatcher = new Agent().compose(interceptors.cache({ type }))
    for (let i = 0; i < 3; i++) {
      const { body } = await request(`http://127.0.0.1:${server.address().port}/`, { dispatcher })
      await body.dump()
    }
    console.log(type, control, '-> origin asked', asked)
    await dispatcher.close()
  }
}
server.close()
PROBE
see() { # version, times that the origin is asked in a shared cache
    mkdir "$1"
    (cd "$1" && timeout 120 npm install --silent --no-audit --no-fund --prefix . "undici@$1" >/dev/null)
    seen=$(timeout 30 node probe.mjs "$work/$1")
    printf 'undici %s\n%s\n' "$1" "$seen"
    [ "$seen" = "shared max-age=60 -> origin asked $2
shared public, max-age=60 -> origin asked $2
shared max-age=60, no-cache=\"set-cookie\" -> origin asked $2
private max-age=60 -> origin asked 1
private public, max-age=60 -> origin asked 1
private max-age=60, no-cache=\"set-cookie\" -> origin asked 1" ] || exit 1
}
see 7.15.0 1
see 7.29.1 3
