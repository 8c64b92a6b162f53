#!/usr/bin/env bash
# negotiator 1.0.0 (2024) beside 1.1.0 (August 2026), under the same Express 5.1.0, Node 20
# Surprise: a minor release reads what follows the weight of a media range as a
# parameter of the type. RFC 7231 allowed extensions there, and clients send
# them (a version, an indentation). 1.0.0 ignores them; with 1.1.0 the range
# matches no type without that parameter: the client gets 406, or the type that
# it wants less, without an error anywhere.
# Express, Koa and all that use accepts take 1.1.0 by themselves.
# Expected: the type of 1.0.0, or a major release.
# Write instead: clients set the weight last and no extension behind it; a
# service that has such clients names a default in res.format.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.cjs <<'PROBE'
const at = require('node:module').createRequire(process.argv[2] + '/')
const express = at('express')
const app = express()
app.set('env', 'test')
app.get('/items', (request, response) => response.format({
  'text/html': () => response.send('page'),
  'application/json': () => response.send('data'),
}))
app.use((error, request, response, next) => response.status(error.status).send(error.message))
const server = app.listen(0, '127.0.0.1', async () => {
  for (const accept of [
    'application/json',
    'application/json;q=0.9, text/html;q=0.5',
    'application/json;q=0.9;version=1.0, text/html;q=0.5',
    'application/json;q=1;indent=4',
    'text/html;q=0.9;level=1, */*;q=0.1',
  ]) {
    const url = 'http://127.0.0.1:' + server.address().port + '/items'
    const response = await fetch(url, { headers: { accept } })
    console.log(accept, '->', response.status, await response.text())
  }
  server.closeAllConnections()
  server.close()
})
PROBE

# check VERSION STATED
check() {
  mkdir "$1"
  printf '{"dependencies": {"express": "5.1.0"}, "overrides": {"negotiator": "%s"}}' "$1" >"$1/package.json"
  (cd "$1" && timeout 240 npm install --silent --no-audit --no-fund >npm.log 2>&1) || {
    cat "$1/npm.log"
    exit 1
  }
  local seen
  seen=$(timeout 60 node probe.cjs "$work/$1" 2>&1) || true
  printf 'express 5.1.0, negotiator %s\n%s\n\n' "$1" "$seen"
  if [ "$seen" != "$2" ]; then
    printf 'stated instead:\n%s\n' "$2"
    exit 1
  fi
}

check 1.0.0 "$(cat <<'EOF'
application/json -> 200 data
application/json;q=0.9, text/html;q=0.5 -> 200 data
application/json;q=0.9;version=1.0, text/html;q=0.5 -> 200 data
application/json;q=1;indent=4 -> 200 data
text/html;q=0.9;level=1, */*;q=0.1 -> 200 page
EOF
)"
check 1.1.0 "$(cat <<'EOF'
application/json -> 200 data
application/json;q=0.9, text/html;q=0.5 -> 200 data
application/json;q=0.9;version=1.0, text/html;q=0.5 -> 200 page
application/json;q=1;indent=4 -> 406 Not Acceptable
text/html;q=0.9;level=1, */*;q=0.1 -> 200 page
EOF
)"
