#!/usr/bin/env bash
# @fastify/reply-from 12.2.0 (August 2025) beside 12.6.5, Fastify 5.5.0, Node 20
# Surprise: the function given as queryString has the query of the request as its first
# argument, search. In reply.from() without a target, which forwards the request's own URL,
# that argument is empty since a minor release: a function that adds a parameter, or takes one
# out, now sends nothing of what the client asked. Each page, search and filter gets the same
# answer, with 200; a cache in front, whose key has the query, stores it under all of them.
# Without the option the query is still forwarded, so a look at another route shows nothing.
# Expected: the query of the request, as before and as the name of the argument says.
# Write instead: read it from the third argument, request.url, or from request.query.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
import http from 'node:http'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const require = createRequire(process.argv[2] + '/')
const origin = http.createServer((request, response) => response.end(request.url))
origin.listen(0, '127.0.0.1')
await once(origin, 'listening')
const app = require('fastify')()
app.register(require('@fastify/reply-from'), { base: `http://127.0.0.1:${origin.address().port}` })

const add = query => {
  const parameters = new URLSearchParams(query)
  parameters.set('key', 'secret')
  return parameters.toString()
}
app.get('/plain', (request, reply) => reply.from())
app.get('/search', (request, reply) => reply.from(undefined, { queryString: search => add(search) }))
app.get('/request', (request, reply) => reply.from(undefined, {
  queryString: (search, url, request) => add(request.url.split('?')[1])
}))
for (const path of ['/plain', '/search', '/request']) {
  for (const query of ['page=1', 'page=2&sort=name']) {
    const { statusCode, body } = await app.inject(`${path}?${query}`)
    console.log(`${path}?${query} -> ${statusCode}, the origin is asked for ${body}`)
  }
}
await app.close()
origin.close()
PROBE
see() { # version, expected output
    mkdir "$1"
    (cd "$1" && timeout 240 npm install --silent --no-audit --no-fund --prefix . "@fastify/reply-from@$1" fastify@5.5.0 undici@7.15.0 >/dev/null)
    seen=$(timeout 60 node probe.mjs "$work/$1")
    printf '@fastify/reply-from %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 12.2.0 '/plain?page=1 -> 200, the origin is asked for /plain?page=1
/plain?page=2&sort=name -> 200, the origin is asked for /plain?page=2&sort=name
/search?page=1 -> 200, the origin is asked for /search?page=1&key=secret
/search?page=2&sort=name -> 200, the origin is asked for /search?page=2&sort=name&key=secret
/request?page=1 -> 200, the origin is asked for /request?page=1&key=secret
/request?page=2&sort=name -> 200, the origin is asked for /request?page=2&sort=name&key=secret'
see 12.6.5 '/plain?page=1 -> 200, the origin is asked for /plain?page=1
/plain?page=2&sort=name -> 200, the origin is asked for /plain?page=2&sort=name
/search?page=1 -> 200, the origin is asked for /search?key=secret
/search?page=2&sort=name -> 200, the origin is asked for /search?key=secret
/request?page=1 -> 200, the origin is asked for /request?page=1&key=secret
/request?page=2&sort=name -> 200, the origin is asked for /request?page=2&sort=name&key=secret'
