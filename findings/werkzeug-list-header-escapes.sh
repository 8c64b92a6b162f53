#!/usr/bin/env bash
# werkzeug 3.1.3 (before September 2025) beside 3.1.9
# Surprise: within patch releases parse_list_header keeps the escapes of a partly
# quoted item, drops empty items, and unquote_header_value now drops a backslash
# before any character, not only before a quote or a backslash.
# Expected: a patch release gives equal lists; code that unescaped the item
# itself, or counted positions, now gets another result.
# Write instead: split with parse_list_header, then unquote the value once, and
# never index into the list by position.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
from werkzeug.http import parse_list_header, unquote_header_value
print(*parse_list_header(r'k="a\"b", z'), sep=" | ")
print(parse_list_header("gzip,,br").__len__())
print(unquote_header_value(r'"a\bc"'))
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "werkzeug==$1" markupsafe==3.0.4
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'werkzeug %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 3.1.3 'k="a"b" | z
3
a\bc'
see 3.1.9 'k="a\"b" | z
2
abc'
