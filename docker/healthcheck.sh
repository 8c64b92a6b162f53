#!/usr/bin/env bash
# Exits 0 if the actuator says UP. Plain bash: the image has neither curl nor wget.
set -euo pipefail
port="${MANAGEMENT_SERVER_PORT:-8081}"
exec 3<>"/dev/tcp/127.0.0.1/${port}"
printf 'GET /actuator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 2 status <&3
[[ "${status}" == "HTTP/1.1 200 "* ]]
