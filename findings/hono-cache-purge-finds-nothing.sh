#!/usr/bin/env bash
# hono 4.9.4 (August 2025) beside 4.13.19, Node 20
# Surprise: the cache middleware stores under a URL of its own making,
# /.hono/cache with the target as a parameter, and no longer under the URL of
# the request. What purges by URL, as documents of the platforms say, deletes
# nothing any more and says so by a return value that few read: clients get the
# old response until it expires. A keyGenerator does not give the old key back.
# Expected: responses to GET stay under the request's URL, or a function of the
# middleware that deletes.
# Write instead: another cacheName for each version of the content, or a look
# at all keys of the cache.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
const base = process.argv[2] + '/node_modules/hono/dist'
const { Hono } = await import(base + '/index.js')
const stored = new Map()
const store = {
  match: async key => stored.get(String(key))?.clone(),
  put: async (key, response) => void stored.set(String(key), response.clone()),
  delete: async key => stored.delete(String(key)),
}
globalThis.caches = { open: async () => store }
const { cache } = await import(base + '/middleware/cache/index.js')
const url = 'http://shop.test/items/7'
for (const keyGenerator of [undefined, () => url]) {
  stored.clear()
  let version = 1
  const app = new Hono()
  app.use(cache({ cacheName: 'shop', wait: true, keyGenerator }))
  app.get('/items/7', c => c.text('version ' + version))
  const before = await (await app.request(url)).text()
  version = 2
  const deleted = await store.delete(url)
  const after = await (await app.request(url)).text()
  console.log(keyGenerator ? 'own key:' : 'default:', before + ', deleted', deleted + ', then', after)
}
PROBE
see() { # version, expected output
    mkdir "$1"
    (cd "$1" && timeout 120 npm install --silent --no-audit --no-fund --prefix . "hono@$1" >/dev/null)
    seen=$(timeout 30 node probe.mjs "$work/$1")
    printf 'hono %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 4.9.4 'default: version 1, deleted true, then version 2
own key: version 1, deleted true, then version 2'
see 4.13.19 'default: version 1, deleted false, then version 1
own key: version 1, deleted false, then version 1'
