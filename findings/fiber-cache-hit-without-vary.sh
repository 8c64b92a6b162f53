#!/usr/bin/env bash
# Fiber 2.52.9 (July 2025) beside 3.1.0, middleware cache without options, Go 1.26;
# gregjones/httpcache (2019) as the shared cache in front.
# Surprise: version 3 reads Vary and keeps one response for each value, so its own answers are
# right. But a hit carries only Content-Type, Content-Encoding, Cache-Control, Expires and ETag of
# what was stored: no Vary. And where the handler said nothing of caching, the hit, not the miss,
# says "public, max-age=300". So a cache in front stores from the second request on, under the URL
# alone, and gives one client's language to all others. Version 2 has neither half: it ignores Vary
# itself, and its hits say nothing of storing. Tests of the application alone show nothing.
# Expected: a response chosen by Vary says so each time (RFC 9110 12.5.5), and a hit what the miss said.
# Write instead: cache.Config{StoreResponseHeaders: true, DisableCacheControl: true}.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# probe MAJOR : the application, of which the two versions differ by the type of the context
probe() {
  local context='fiber.Ctx' quiet='cfg := fiber.ListenConfig{DisableStartupMessage: true}; go app.Listener(listener, cfg)'
  local kept='cache.Config{StoreResponseHeaders: true, DisableCacheControl: true}'
  if [ "$1" = v2 ]; then
    context='*fiber.Ctx' quiet='go app.Listener(listener)' kept='cache.Config{StoreResponseHeaders: true}'
  fi
  cat <<PROBE
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/gofiber/fiber/$1"
	"github.com/gofiber/fiber/$1/middleware/cache"
	"github.com/gregjones/httpcache"
)

func ask(client *http.Client, url, language string) string {
	request, _ := http.NewRequest("GET", url, nil)
	request.Header.Set("Accept-Language", language)
	response, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	body, _ := io.ReadAll(response.Body)
	return fmt.Sprintf("%s -> %s, Vary: %s, Cache-Control: %s", language, body,
		field(response, "Vary"), field(response, "Cache-Control"))
}

func field(response *http.Response, name string) string {
	if value := response.Header.Get(name); value != "" {
		return value
	}
	return "none"
}

func show(title string, config ...cache.Config) {
	app := fiber.New($([ "$1" = v2 ] && echo 'fiber.Config{DisableStartupMessage: true}'))
	app.Use(cache.New(config...))
	app.Get("/", func(c $context) error {
		c.Vary("Accept-Language")
		return c.SendString("text in " + c.Get("Accept-Language"))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	$quiet
	url := "http://" + listener.Addr().String() + "/"
	direct, shared := &http.Client{}, httpcache.NewMemoryCacheTransport().Client()
	fmt.Println(title + ", asked directly")
	for _, language := range []string{"de", "de", "en", "en"} {
		fmt.Println(" ", ask(direct, url, language))
	}
	fmt.Println(title + ", by a shared cache")
	for _, language := range []string{"de", "en"} {
		fmt.Println(" ", ask(shared, url, language))
	}
}

func main() {
	show("no options")
	show("fields kept", $kept)
}
PROBE
}

see() { # major, version, expected output
  mkdir "$1"
  probe "$1" >"$1/main.go"
  printf 'module probe\n\ngo 1.25.0\n\nrequire (\n\tgithub.com/gofiber/fiber/%s %s\n\t%s\n)\n' "$1" "$2" \
    'github.com/gregjones/httpcache v0.0.0-20190611155906-901d90724c79' >"$1/go.mod"
  (cd "$1" && timeout 300 go mod tidy >/dev/null 2>go.log && timeout 300 go build -o probe . 2>>go.log) || { cat "$1/go.log"; exit 1; }
  seen=$(timeout 60 "$1/probe")
  printf 'Fiber %s\n%s\n' "$2" "$seen"
  [ "$seen" = "$3" ] || { printf 'expected\n%s\n' "$3"; exit 1; }
}
see v2 v2.52.9 'no options, asked directly
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  de -> text in de, Vary: none, Cache-Control: none
  en -> text in de, Vary: none, Cache-Control: none
  en -> text in de, Vary: none, Cache-Control: none
no options, by a shared cache
  de -> text in de, Vary: none, Cache-Control: none
  en -> text in de, Vary: none, Cache-Control: none
fields kept, asked directly
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  en -> text in de, Vary: Accept-Language, Cache-Control: none
  en -> text in de, Vary: Accept-Language, Cache-Control: none
fields kept, by a shared cache
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  en -> text in de, Vary: Accept-Language, Cache-Control: none'
see v3 v3.1.0 'no options, asked directly
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  de -> text in de, Vary: none, Cache-Control: public, max-age=300
  en -> text in en, Vary: Accept-Language, Cache-Control: none
  en -> text in en, Vary: none, Cache-Control: public, max-age=300
no options, by a shared cache
  de -> text in de, Vary: none, Cache-Control: public, max-age=300
  en -> text in de, Vary: none, Cache-Control: public, max-age=300
fields kept, asked directly
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  en -> text in en, Vary: Accept-Language, Cache-Control: none
  en -> text in en, Vary: Accept-Language, Cache-Control: none
fields kept, by a shared cache
  de -> text in de, Vary: Accept-Language, Cache-Control: none
  en -> text in en, Vary: Accept-Language, Cache-Control: none'
