#!/usr/bin/env bash
# Flask-Compress 1.18 (June 2025) beside 1.25, Flask 3.1.2, Werkzeug 3.1.3, Python 3.11
# Surprise: files (send_file, static files, generators) are coded as streams now,
# and of streams gzip is not among the codings by default. Who takes nothing but
# gzip, as many proxies and content networks ask for their caches, gets files
# plain; who says "gzip, deflate", as Python's own clients do, gets deflate. JSON
# and pages of the same application are still gzip, so a look at one of them, or
# with a browser, shows nothing. Files that are coded have no length any more.
# Expected: the coding of 1.18, or a warning at the start.
# Write instead: COMPRESS_ALGORITHM_STREAMING = ["zstd", "br", "gzip"].
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import os

from flask import Flask, send_file
from flask_compress import Compress

with open("a.txt", "w") as file:
    file.write("content " * 500)
for streaming in None, ["zstd", "br", "gzip"]:
    app = Flask(__name__)
    if streaming:
        app.config["COMPRESS_ALGORITHM_STREAMING"] = streaming
        print("with", streaming)
    Compress(app)
    app.add_url_rule("/file", "file", lambda: send_file(os.path.abspath("a.txt")))
    app.add_url_rule("/page", "page", lambda: "content " * 500)
    for accepted in "gzip", "gzip, deflate", "gzip, deflate, br":
        told = []
        for target in "/page", "/file":
            response = app.test_client().get(target, headers={"Accept-Encoding": accepted})
            coding = response.headers.get("Content-Encoding", "plain")
            told.append(f"{target} {coding}, {'length stated' if 'Content-Length' in response.headers else 'no length'}")
        print(f"{accepted}: {'; '.join(told)}")
PROBE

# check VERSION STATED
check() {
  python3 -m venv "$1"
  timeout 300 "$1/bin/pip" install --quiet --disable-pip-version-check \
    flask==3.1.2 werkzeug==3.1.3 "flask-compress==$1" >"$1.log" 2>&1 || {
    cat "$1.log"
    exit 1
  }
  local seen
  seen=$(timeout 60 "$1/bin/python" probe.py 2>&1) || true
  printf 'Flask-Compress %s\n%s\n\n' "$1" "$seen"
  if [ "$seen" != "$2" ]; then
    printf 'stated instead:\n%s\n' "$2"
    exit 1
  fi
}

check 1.18 "$(cat <<'EOF'
gzip: /page gzip, length stated; /file gzip, length stated
gzip, deflate: /page gzip, length stated; /file gzip, length stated
gzip, deflate, br: /page br, length stated; /file br, length stated
with ['zstd', 'br', 'gzip']
gzip: /page gzip, length stated; /file gzip, length stated
gzip, deflate: /page gzip, length stated; /file gzip, length stated
gzip, deflate, br: /page br, length stated; /file br, length stated
EOF
)"
check 1.25 "$(cat <<'EOF'
gzip: /page gzip, length stated; /file plain, length stated
gzip, deflate: /page gzip, length stated; /file deflate, no length
gzip, deflate, br: /page br, length stated; /file br, no length
with ['zstd', 'br', 'gzip']
gzip: /page gzip, length stated; /file gzip, no length
gzip, deflate: /page gzip, length stated; /file gzip, no length
gzip, deflate, br: /page br, length stated; /file br, no length
EOF
)"
