#!/usr/bin/env bash
# @hono/node-server 1.19.0 (August 2025) beside 2.1.9, hono 4.13.19, Node 20
# Surprise: serveStatic sends Last-Modified now, and compares it with nothing.
# A client that asks whether its copy is current gets the whole file each time,
# never a 304. One that goes on with a broken download asks with If-Range, as
# there is a date to name, and gets the rest of another version as a 206: the
# two halves are put together to a file that never was. Without the date no
# client could ask so, and it began anew.
# Expected: 304 for the same date, the whole file for an If-Range that is past.
# Write instead: a proxy or another middleware in front that answers conditions,
# or names of files that change with their content.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'

const base = process.argv[2] + '/node_modules/'
const { Hono } = await import(base + 'hono/dist/index.js')
const { serve } = await import(base + '@hono/node-server/dist/index.mjs')
const { serveStatic } = await import(base + '@hono/node-server/dist/serve-static.mjs')
mkdirSync('files', { recursive: true })
const write = (text, day) => {
  writeFileSync('files/a.txt', text)
  utimesSync('files/a.txt', new Date(day), new Date(day))
}
const app = new Hono().use(serveStatic({ root: './files' }))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  const get = async headers => {
    const response = await fetch(`http://127.0.0.1:${port}/a.txt`, { headers })
    return { status: response.status, date: response.headers.get('last-modified'), text: await response.text() }
  }
  write('first first', '2026-01-01T00:00:00Z')
  const first = await get({})
  console.log('plain:', first.status, 'last modified', first.date)
  const date = first.date ?? 'Thu, 01 Jan 2026 00:00:00 GMT'
  const again = await get({ 'if-modified-since': date, 'cache-control': 'max-age=0' })
  console.log('if modified since:', again.status, again.text)
  const half = await get({ range: 'bytes=0-5' })
  write('other other', '2026-02-01T00:00:00Z')
  const rest = await get({ range: 'bytes=6-', 'if-range': date })
  console.log('if range:', rest.status, rest.status === 206 ? half.text + rest.text : rest.text)
  server.close()
  server.closeAllConnections()
})
PROBE

# check VERSION STATED
check() {
  mkdir "$1"
  (cd "$1" && npm init -y >/dev/null \
    && timeout 240 npm install --silent --no-audit --no-fund hono@4.13.19 "@hono/node-server@$1" >npm.log 2>&1) || {
    cat "$1/npm.log"
    exit 1
  }
  local seen
  seen=$(timeout 60 node probe.mjs "$work/$1" 2>&1) || true
  printf '@hono/node-server %s\n%s\n\n' "$1" "$seen"
  if [ "$seen" != "$2" ]; then
    printf 'stated instead:\n%s\n' "$2"
    exit 1
  fi
}

check 1.19.0 "$(cat <<'EOF'
plain: 200 last modified null
if modified since: 200 first first
if range: 206 first other
EOF
)"
check 2.1.9 "$(cat <<'EOF'
plain: 200 last modified Thu, 01 Jan 2026 00:00:00 GMT
if modified since: 200 first first
if range: 206 first other
EOF
)"
