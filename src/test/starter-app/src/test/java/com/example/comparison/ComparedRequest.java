package com.example.comparison;

import java.util.List;
import java.util.stream.Stream;

/**
 * A request as it is sent, with {@code ROUTE} where the path of a route belongs.
 *
 * @param name what it is, as the page says it
 */
record ComparedRequest(String name, String octets) {

    private static final String HOST = "Host: gateway.test\r\n";

    /** All of them. */
    static List<ComparedRequest> all() {
        return Stream.of(targets(), methods(), conditions(), uploads(), heads(), malformed(), answers())
                .flatMap(requests -> requests)
                .toList();
    }

    /** The method of the request. */
    String method() {
        return octets.split("[ \r]")[0];
    }

    private static Stream<ComparedRequest> targets() {
        return Stream.of(
                get("a GET", "fresh/1"),
                get("the same GET again", "fresh/1"),
                get("a query", "fresh/2?b=2&a=1&a=&c"),
                get("an empty query", "fresh/3?"),
                get("%2F in the path", "fresh/a%2Fb"),
                get("%20 and + in path and query", "fresh/a%20b+c?d=%20e+f"),
                get("hexadecimal digits of either case", "fresh/%c3%A4"),
                get("\\| in the query", "fresh/4?titles=A|B"),
                get("{ } ^ \\` in the query", "fresh/5?q={a}^`b`"),
                get("[ ] in path and query", "fresh/[6]?a[]=1"),
                get("; , = : @ ! $ ' ( ) * ~ in the path", "fresh/7;a=1,2:@!$'()*~"),
                get("two slashes", "fresh//8"),
                get("/./ and /../", "fresh/a/./b/../9"),
                get("%2e%2e", "fresh/%2e%2e/10"),
                get("octets of UTF-8", "fresh/\u00c3\u00a4?q=\u00c3\u00a4"),
                get("% that encodes nothing", "fresh/11?a=100%"),
                get("%00", "fresh/a%00b"),
                get("< > \" in the query", "fresh/12?a=<b>\"c\""),
                get("3,000 octets of target", "fresh/13?a=" + "b".repeat(3000)),
                get("5,000 octets of target", "fresh/14?a=" + "b".repeat(5000)),
                of("absolute form", "GET http://gateway.testROUTE/fresh/15 HTTP/1.1\r\n" + HOST + "\r\n"),
                get("a fragment", "fresh/16#top"));
    }

    private static Stream<ComparedRequest> methods() {
        return Stream.of(
                with("HEAD", "fresh/20", ""),
                with("DELETE", "unstored/20", ""),
                with("OPTIONS", "unstored/20", ""),
                with("TRACE", "unstored/20", ""),
                with("PROPFIND", "unstored/20", ""),
                of("OPTIONS *", "OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n"),
                named(
                        "a preflight",
                        with(
                                "OPTIONS",
                                "unstored/21",
                                "Origin: http://page.test\r\nAccess-Control-Request-Method: PUT\r\n")),
                get("a request of another page", "unstored/22", "Origin: http://page.test\r\n"));
    }

    private static Stream<ComparedRequest> conditions() {
        return Stream.of(
                get("If-None-Match that matches", "conditional/30", "If-None-Match: \"v1\"\r\n"),
                get("If-None-Match that does not", "conditional/31", "If-None-Match: \"v0\"\r\n"),
                get("If-Match", "fresh/32", "If-Match: \"v1\"\r\n"),
                get("If-Modified-Since", "fresh/33", "If-Modified-Since: Sun, 06 Nov 1994 07:00:00 GMT\r\n"),
                get("a range that the origin knows", "part/34", "Range: bytes=0-3\r\n"),
                get("a range that it does not know", "unstored/35", "Range: bytes=0-3\r\n"),
                get("several ranges", "unstored/36", "Range: bytes=0-1,3-4\r\n"),
                get("a range of another unit", "unstored/37", "Range: lines=1-2\r\n"),
                get("Cache-Control: no-cache", "fresh/38", "Cache-Control: no-cache\r\n"),
                get("Cache-Control: no-store", "fresh/39", "Cache-Control: no-store\r\n"),
                get("only-if-cached", "fresh/40", "Cache-Control: only-if-cached\r\n"),
                get("Authorization", "private/41", "Authorization: Basic YTpi\r\n"),
                get("cookies", "cookies/42", "Cookie: a=1; b=\"2\"\r\nCookie: c=3\r\n"));
    }

    private static Stream<ComparedRequest> uploads() {
        return Stream.of(
                with("POST", "unstored/50", "Content-Length: 7\r\n\r\ncontent"),
                with("PUT", "unstored/50", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"),
                with("PATCH", "unstored/50", "Content-Length: 7\r\n\r\ncontent"),
                with("QUERY", "unstored/50", "Content-Type: text/plain\r\nContent-Length: 7\r\n\r\ncontent"),
                named("a POST without content", with("POST", "unstored/51", "Content-Length: 0\r\n")),
                named(
                        "a POST in chunks",
                        with("POST", "unstored/52", "Transfer-Encoding: chunked\r\n\r\n7\r\ncontent\r\n0\r\n\r\n")),
                named(
                        "a POST with trailers",
                        with(
                                "POST",
                                "unstored/53",
                                "Transfer-Encoding: chunked\r\n\r\n7\r\ncontent\r\n0\r\nX-Sum: 7\r\n\r\n")),
                named(
                        "a POST of 200,000 octets",
                        with("POST", "unstored/54", "Content-Length: 200000\r\n\r\n" + "c".repeat(200_000))),
                named(
                        "a POST that expects 100",
                        with("POST", "unstored/55", "Expect: 100-continue\r\nContent-Length: 7\r\n\r\ncontent")),
                named("a GET with content", with("GET", "unstored/56", "Content-Length: 7\r\n\r\ncontent")),
                named("a DELETE with content", with("DELETE", "unstored/57", "Content-Length: 7\r\n\r\ncontent")),
                named(
                        "a form",
                        with(
                                "POST",
                                "unstored/58",
                                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\na=1&b=2")));
    }

    private static Stream<ComparedRequest> heads() {
        return Stream.of(
                get("6,000 octets of one field", "unstored/60", "X-Long: " + "a".repeat(6000) + "\r\n"),
                get("10,000 octets of fields", "unstored/61", "X-Long: " + "a".repeat(10_000) + "\r\n"),
                get("150 fields", "unstored/62", "X-Some: a\r\n".repeat(150)),
                get("an empty field", "unstored/63", "X-Empty:\r\n"),
                get("Connection: close", "unstored/64", "Connection: close\r\n"),
                get(
                        "a field that Connection names",
                        "unstored/65",
                        "Connection: X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\n"),
                get(
                        "Upgrade: h2c",
                        "unstored/66",
                        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"),
                get("an upgrade to another protocol", "switched/67", "Connection: upgrade\r\nUpgrade: x\r\n"),
                get(
                        "X-Forwarded-For and Forwarded",
                        "unstored/68",
                        "X-Forwarded-For: 192.0.2.1\r\nForwarded: for=192.0.2.1\r\n"),
                get("Via and Max-Forwards", "unstored/69", "Via: 1.1 other\r\nMax-Forwards: 3\r\n"),
                get("Accept-Encoding", "gzip/70", "Accept-Encoding: br, gzip;q=0.5\r\n"),
                of("HTTP/1.0", "GET ROUTE/unstored/71 HTTP/1.0\r\n" + HOST + "\r\n"),
                of(
                        "HTTP/1.0 that stays",
                        "GET ROUTE/unstored/72 HTTP/1.0\r\nConnection: keep-alive\r\n" + HOST + "\r\n"));
    }

    private static Stream<ComparedRequest> malformed() {
        return Stream.of(
                of("no Host", "GET ROUTE/unstored/80 HTTP/1.1\r\n\r\n"),
                get("two Hosts", "unstored/81", HOST),
                get("a blank before the colon", "unstored/82", "X-A : 1\r\n"),
                get("a field on two lines", "unstored/83", "X-A: 1\r\n 2\r\n"),
                get("a name with a blank", "unstored/84", "X A: 1\r\n"),
                get("a NUL in a value", "unstored/85", "X-A: a\0b\r\n"),
                with("malformed lengths", "POST", "unstored/86", "Content-Length: five\r\n\r\nhello"),
                with("two lengths", "POST", "unstored/87", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
                with(
                        "length and chunks",
                        "POST",
                        "unstored/88",
                        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                of("another version", "GET ROUTE/unstored/91 HTTP/3.7\r\n" + HOST + "\r\n"),
                of("no HTTP", "nonsense\r\n\r\n"));
    }

    private static Stream<ComparedRequest> answers() {
        return Stream.of(
                        "chunks",
                        "trailers",
                        "until-the-end",
                        "nothing",
                        "empty",
                        "moved",
                        "found",
                        "repeat",
                        "unknown",
                        "phraseless",
                        "bad",
                        "login",
                        "missing",
                        "gone",
                        "teapot",
                        "busy",
                        "broken",
                        "spare",
                        "hints",
                        "hops",
                        "odd",
                        "long",
                        "dateless",
                        "vary",
                        "malformed",
                        "cut")
                .map(answer -> get("answer: " + answer, answer + "/100"));
    }

    private static ComparedRequest of(String name, String octets) {
        return new ComparedRequest(name, octets);
    }

    private static ComparedRequest named(String name, ComparedRequest request) {
        return of(name, request.octets);
    }

    private static ComparedRequest get(String name, String target) {
        return get(name, target, "");
    }

    private static ComparedRequest get(String name, String target, String fields) {
        return with(name, "GET", target, fields);
    }

    private static ComparedRequest with(String method, String target, String rest) {
        return with("a " + method, method, target, rest);
    }

    /** With the rest of the head, or of the request if it has an empty line. */
    private static ComparedRequest with(String name, String method, String target, String rest) {
        String end = rest.contains("\r\n\r\n") ? "" : "\r\n";
        return of(name, method + " ROUTE/" + target + " HTTP/1.1\r\n" + HOST + rest + end);
    }
}
