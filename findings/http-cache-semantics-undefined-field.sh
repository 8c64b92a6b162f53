#!/usr/bin/env bash
# http-cache-semantics 4.2.0 (before September 2025) beside 4.3.0
# Surprise: a request field present with the value undefined no longer matches
# an absent one under Vary. A stored policy loses such fields when it goes
# through JSON, so the very same request then misses; in memory it still hits.
# Expected: an undefined field is an absent field, before and after JSON.
# Write instead: delete undefined fields before the policy is made or asked.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.js <<'PROBE'
const Policy = require('http-cache-semantics');
const ask = () => ({ method: 'GET', url: '/', headers: { accept: undefined } });
const answer = { status: 200, headers: { vary: 'accept', 'cache-control': 'max-age=99' } };
const policy = new Policy(ask(), answer);
const kept = Policy.fromObject(JSON.parse(JSON.stringify(policy.toObject())));
console.log('memory', policy.satisfiesWithoutRevalidation(ask()));
console.log('json', kept.satisfiesWithoutRevalidation(ask()));
PROBE
see() { # version, expected output
    mkdir "$1"
    (cd "$1" && timeout 120 npm install --silent --no-audit --no-fund --prefix . \
        "http-cache-semantics@$1")
    cp probe.js "$1"
    seen=$(timeout 30 node "$1/probe.js")
    printf 'http-cache-semantics %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 4.2.0 'memory true
json true'
see 4.3.0 'memory true
json false'
