#!/usr/bin/env bash
# axios-cache-interceptor 1.8.0 (August 2025) -> 1.12.3: responses with Vary, and writes.
# Surprise: variants are stored since, and each but the first has an id that only the
# interceptor knows. What is removed by the id of the request (update: 'delete' with a
# write, or storage.remove) is the first variant alone: clients with another value of the
# field go on reading what the write has changed. 1.8.0 ignored Vary and dropped it all.
# Expected: an id stands for all variants of its resource, as a URL does in RFC 9111 4.4.
# Instead: vary: false where one process serves one set of fields, or an id for each
# value of the field, all of which are named in update.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.mjs <<'PROBE'
import http from 'node:http'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const require = createRequire(process.argv[2] + '/')
const axios = require('axios')
const { setupCache } = require('axios-cache-interceptor')
let version = 1
const server = http.createServer((request, response) => {
  if (request.method === 'POST') {
    version++
    response.writeHead(204).end()
  } else {
    response.writeHead(200, { 'cache-control': 'max-age=60', vary: 'accept-language' })
    response.end(`${request.headers['accept-language']} ${version}`)
  }
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const ways = {
  'update: delete': client => client.post('/list', {}, { cache: { update: { list: 'delete' } } }),
  'storage.remove': client => client.post('/list').then(() => client.storage.remove('list')),
}
for (const [name, write] of Object.entries(ways)) {
  version = 1
  const client = setupCache(axios.create({ baseURL: `http://127.0.0.1:${server.address().port}`, proxy: false }))
  const read = async language => {
    const { data } = await client.get('/list', { id: 'list', headers: { 'accept-language': language } })
    return data
  }
  const before = [await read('de'), await read('en')]
  await write(client)
  console.log(`${name}: ${before.join(', ')} -> ${await read('de')}, ${await read('en')}`)
}
server.close()
server.closeAllConnections()
process.exit()
PROBE

# check VERSION AXIOS STATED
check() {
  mkdir "$1"
  (cd "$1" && npm init -y >/dev/null && timeout 240 npm install --silent --no-audit --no-fund "axios@$2" "axios-cache-interceptor@$1" >npm.log 2>&1) || {
    cat "$1/npm.log"
    exit 1
  }
  local seen
  seen=$(timeout 60 node probe.mjs "$work/$1" 2>&1) || true
  printf 'axios-cache-interceptor %s, axios %s\n%s\n\n' "$1" "$2" "$seen"
  if [ "$seen" != "$3" ]; then
    printf 'stated instead:\n%s\n' "$3"
    exit 1
  fi
}

check 1.8.0 1.11.0 "$(cat <<'EOF'
update: delete: de 1, de 1 -> de 2, de 2
storage.remove: de 1, de 1 -> de 2, de 2
EOF
)"
check 1.12.3 1.21.1 "$(cat <<'EOF'
update: delete: de 1, en 1 -> de 2, en 1
storage.remove: de 1, en 1 -> de 2, en 1
EOF
)"
