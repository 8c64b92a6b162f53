#!/usr/bin/env bash
# Django 5.2.5 (August 2025) beside 5.2.19, one LTS series
# Surprise: the key of a page under Vary changes between patch releases, but
# only for requests that lack a field named in Vary; those that send it keep
# their key. After an upgrade part of a kept cache is cold, and two servers of
# one series that share a cache store such pages twice.
# Expected: keys stay equal within 5.2, or all of them change.
# Write instead: set KEY_PREFIX or VERSION by release, and clear at upgrade.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >probe.py <<'PROBE'
import django
from django.conf import settings
settings.configure(USE_I18N=False, USE_TZ=False, ALLOWED_HOSTS=["*"], CACHES={
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}})
django.setup()
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.cache import learn_cache_key
for sent in ({}, {"HTTP_ACCEPT_LANGUAGE": "de"}):
    answer = HttpResponse("x", headers={"Vary": "Accept-Language"})
    key = learn_cache_key(RequestFactory().get("/a", **sent), answer, 60, "p")
    print(len(sent), key.split(".")[7])
PROBE
see() { # version, expected output
    timeout 120 python3 -m pip install -q --disable-pip-version-check \
        --root-user-action=ignore --target "$1" "django==$1" asgiref==3.13.0 sqlparse==0.6.1
    seen=$(PYTHONPATH="$1" timeout 30 python3 probe.py)
    printf 'django %s\n%s\n' "$1" "$seen"
    [ "$seen" = "$2" ] || { printf 'expected\n%s\n' "$2"; exit 1; }
}
see 5.2.5 '0 d41d8cd98f00b204e9800998ecf8427e
1 5f02f0889301fd7be1ac972c11bf3e7d'
see 5.2.19 '0 4792b9bac48c3f0441b0d9b0d7af8f2c
1 5f02f0889301fd7be1ac972c11bf3e7d'
