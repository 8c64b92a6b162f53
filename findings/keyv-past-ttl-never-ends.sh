#!/usr/bin/env bash
# Keyv 5.5.0 -> 6.1.0: a lifetime that is over when the entry is set.
# Surprise: 5.5.0 treats a negative ttl as passed, so the entry is never found; 6.1.0
# treats it as none, so the entry is found for ever. The lifetime left of a response, a
# session or a token (expires - now) is negative when it arrives late: what had been a
# miss becomes an entry without end, at any store, for setMany and the default ttl too.
# Expected: an entry that has expired before it is stored is a miss.
# Instead: do not call set if the lifetime left is not positive.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

const { Keyv } = createRequire(process.argv[2] + '/')('keyv')
const show = async (title, cache) => {
  await sleep(20)
  console.log(title, '->', await cache.get('a') ?? 'no entry', await cache.has('a'))
}
for (const ttl of [10, 1, 0, -1, -60_000]) {
  const cache = new Keyv()
  await cache.set('a', 'value', ttl)
  await show(`set with a ttl of ${ttl} ms`, cache)
}
const many = new Keyv()
await many.setMany([{ key: 'a', value: 'value', ttl: -60_000 }])
await show('setMany with a ttl of -60000 ms', many)
const standard = new Keyv({ ttl: -60_000 })
await standard.set('a', 'value')
await show('a default ttl of -60000 ms', standard)
PROBE

# check VERSION STATED
check() {
  mkdir "$1"
  (cd "$1" && npm init -y >/dev/null && timeout 240 npm install --silent --no-audit --no-fund "keyv@$1" >npm.log 2>&1) || {
    cat "$1/npm.log"
    exit 1
  }
  local seen
  seen=$(timeout 60 node probe.mjs "$work/$1" 2>&1) || true
  printf 'keyv %s\n%s\n\n' "$1" "$seen"
  if [ "$seen" != "$2" ]; then
    printf 'stated instead:\n%s\n' "$2"
    exit 1
  fi
}

check 5.5.0 "$(cat <<'EOF'
set with a ttl of 10 ms -> no entry false
set with a ttl of 1 ms -> no entry false
set with a ttl of 0 ms -> value true
set with a ttl of -1 ms -> no entry false
set with a ttl of -60000 ms -> no entry false
setMany with a ttl of -60000 ms -> no entry false
a default ttl of -60000 ms -> no entry false
EOF
)"
check 6.1.0 "$(cat <<'EOF'
set with a ttl of 10 ms -> no entry false
set with a ttl of 1 ms -> no entry false
set with a ttl of 0 ms -> value true
set with a ttl of -1 ms -> value true
set with a ttl of -60000 ms -> value true
setMany with a ttl of -60000 ms -> value true
a default ttl of -60000 ms -> value true
EOF
)"
