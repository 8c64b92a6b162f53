package dev.larder.acceptance;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Requests on which parsers disagree; {@code /PATH} stands for the case's own. */
public final class MalformedRequests {

    private static final String GET = "GET /PATH HTTP/1.1\r\n";
    private static final String HOST = "Host: a.test\r\n";
    private static final String POST = "POST /PATH HTTP/1.1\r\n" + HOST;

    private MalformedRequests() {}

    /** Requests with a malformed head. */
    public static Stream<Arguments> heads() {
        return Stream.of(requestLines(), hosts(), framings(), fields(), connections())
                .flatMap(group -> group);
    }

    private static Stream<Arguments> requestLines() {
        return Stream.of(
                of("two blanks", "GET  /PATH HTTP/1.1\r\n" + HOST),
                of("a blank behind the version", "GET /PATH HTTP/1.1 x\r\n" + HOST),
                of("a blank in the target", "GET /PATH b HTTP/1.1\r\n" + HOST),
                of("a tab for the blank", "GET\t/PATH HTTP/1.1\r\n" + HOST),
                of("a bare CR behind the target", "GET /PATH\r HTTP/1.1\r\n" + HOST),
                of("a vertical tab behind the method", "GET\u000b /PATH HTTP/1.1\r\n" + HOST),
                of("a form feed behind the target", "GET /PATH\f HTTP/1.1\r\n" + HOST),
                of("no version", "GET /PATH\r\n" + HOST),
                of("no target", "GET HTTP/1.1\r\n" + HOST),
                of("a method that is no token", "G@T /PATH HTTP/1.1\r\n" + HOST),
                of("a version in lower case", "GET /PATH http/1.1\r\n" + HOST),
                of("a version of three parts", "GET /PATH HTTP/1.1.1\r\n" + HOST),
                of("a version with a sign", "GET /PATH HTTP/1.-1\r\n" + HOST),
                of("a relative target", "GET PATH HTTP/1.1\r\n" + HOST),
                of("an asterisk", "GET * HTTP/1.1\r\n" + HOST),
                of("an authority alone", "GET a.test:80 HTTP/1.1\r\n" + HOST),
                of("another scheme", "GET ftp://a.test/PATH HTTP/1.1\r\n" + HOST),
                of("user information", "GET http://user@a.test/PATH HTTP/1.1\r\n" + HOST),
                of("an absolute target without authority", "GET http:///PATH HTTP/1.1\r\n" + HOST),
                of("a bare LF behind the request line", "GET /PATH HTTP/1.1\n" + HOST),
                of("a bare CR before the request line", "\rGET /PATH HTTP/1.1\r\n" + HOST),
                of("a bare LF before the request line", "\nGET /PATH HTTP/1.1\r\n" + HOST),
                of("a bare LF behind an empty line", "\r\n\nGET /PATH HTTP/1.1\r\n" + HOST),
                of("a control byte before the request line", "\u0001GET /PATH HTTP/1.1\r\n" + HOST));
    }

    private static Stream<Arguments> hosts() {
        return Stream.of(
                of("no Host", GET),
                of("two Hosts", GET + HOST + "Host: b.test\r\n"),
                of("one Host twice", GET + HOST + HOST),
                of("a list of Hosts", GET + "Host: a.test, b.test\r\n"),
                of("an empty Host", GET + "Host:\r\n"),
                of("a Host with a blank", GET + "Host: a test\r\n"),
                of("a Host with a path", GET + "Host: a.test/b\r\n"),
                of("a Host with user information", GET + "Host: u@a.test\r\n"),
                of("a Host with a port that is none", GET + "Host: a.test:eighty\r\n"),
                of("a Host with two ports", GET + "Host: a.test:80:80\r\n"),
                of("a Host with a byte above 127", GET + "Host: a\u00e9.test\r\n"),
                of("two Hosts under an absolute target", "GET http://a.test/PATH HTTP/1.1\r\n" + HOST + HOST));
    }

    private static Stream<Arguments> framings() {
        String chunked = "Transfer-Encoding: chunked\r\n";
        String end = "\r\n0\r\n\r\n";
        return Stream.of(
                raw("both lengths", POST + "Content-Length: 5\r\n" + chunked + end),
                raw("both lengths, the other way round", POST + chunked + "Content-Length: 5\r\n" + end),
                raw("both lengths on GET", GET + HOST + "Content-Length: 5\r\n" + chunked + end),
                raw("two Content-Lengths", POST + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
                raw(
                        "two Content-Lengths in HTTP/1.0",
                        "POST /PATH HTTP/1.0\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
                raw("a list of Content-Lengths", POST + "Content-Length: 5, 6\r\n\r\nhello!"),
                raw("a negative Content-Length", POST + "Content-Length: -5\r\n\r\n"),
                raw("a signed Content-Length", POST + "Content-Length: +5\r\n\r\nhello"),
                raw("a hexadecimal Content-Length", POST + "Content-Length: 0x5\r\n\r\nhello"),
                raw("a Content-Length with a blank", POST + "Content-Length: 5 5\r\n\r\nhello"),
                raw("a Content-Length that is no number", POST + "Content-Length: five\r\n\r\nhello"),
                raw("an empty Content-Length", POST + "Content-Length:\r\n\r\n"),
                raw("a huge Content-Length", POST + "Content-Length: 99999999999999999999\r\n\r\n"),
                raw("a blank before the colon", POST + "Content-Length : 5\r\n\r\nhello"),
                raw("another coding alone", POST + "Transfer-Encoding: gzip\r\n\r\n"),
                raw("chunked not last", POST + "Transfer-Encoding: chunked, gzip\r\n" + end),
                raw("chunked twice", POST + "Transfer-Encoding: chunked, chunked\r\n" + end),
                raw("chunked in two lines", POST + chunked + chunked + end),
                raw("an obfuscated coding", POST + "Transfer-Encoding: xchunked\r\n" + end),
                raw("a quoted coding", POST + "Transfer-Encoding: \"chunked\"\r\n" + end),
                raw("identity", POST + "Transfer-Encoding: identity\r\n\r\n"),
                raw("a coding and a blank before the colon", POST + "Transfer-Encoding : chunked\r\n" + end),
                raw("a coding behind a vertical tab", POST + "Transfer-Encoding: \u000bchunked\r\n" + end),
                raw("a coding in HTTP/1.0", "POST /PATH HTTP/1.0\r\n" + HOST + chunked + end));
    }

    private static Stream<Arguments> fields() {
        return Stream.of(
                of("a folded line", GET + HOST + "X-A: b\r\n c\r\n"),
                of("a folded first line", GET + " X-A: b\r\n" + HOST),
                of("a bare LF behind a field", GET + "X-A: b\n" + HOST),
                of("a bare CR in a value", GET + HOST + "X-A: b\rc\r\n"),
                of("a NUL in a value", GET + HOST + "X-A: b\0c\r\n"),
                of("a BEL in a value", GET + HOST + "X-A: b\u0007c\r\n"),
                of("a DEL in a value", GET + HOST + "X-A: b\u007fc\r\n"),
                of("a NUL in a name", GET + HOST + "X\0A: b\r\n"),
                of("a blank in a name", GET + HOST + "X A: b\r\n"),
                of("a blank behind a name", GET + HOST + "X-A : b\r\n"),
                of("a byte above 127 in a name", GET + HOST + "X-\u00e9: b\r\n"),
                of("a bracket in a name", GET + HOST + "X(A): b\r\n"),
                of("an empty name", GET + HOST + ": b\r\n"),
                of("no colon", GET + HOST + "X-A\r\n"));
    }

    private static Stream<Arguments> connections() {
        return Stream.of(
                        "Host",
                        "Content-Length",
                        "Authorization",
                        "Cookie",
                        "Cache-Control",
                        "close, cookie",
                        "keep-alive, AUTHORIZATION",
                        "Accept-Encoding",
                        "If-None-Match",
                        "Range",
                        "Transfer-Encoding",
                        "two words",
                        ",\"quoted\"",
                        "X-Forwarded-For, Host")
                .map(named -> of(
                        "Connection names " + named,
                        GET + HOST + "Authorization: a\r\nCookie: c\r\nConnection: " + named + "\r\n"));
    }

    /** Targets that two parsers may take for two things. */
    public static Stream<String> targets() {
        return Stream.of(
                "/acct#x.css",
                "/acct?a#b",
                "/acct\\x",
                "/\\evil.test/",
                "/acct%5cx",
                "/acct%00.css",
                "/acct%0a.css",
                "/acct%0d%0aX-A:b",
                "/acct%7f",
                "/acct%zz",
                "/acct%",
                "/acct%2",
                "/acct?a=%zz",
                "/../acct",
                "/static/../acct",
                "/static/..",
                "/./acct",
                "/acct/.",
                "/static/%2e%2e/acct",
                "/static/%2E./acct",
                "/%2e/acct",
                "/acct/..%2fstatic/x",
                "/static/..%2Facct",
                "/static/%2e%2e%2facct",
                "/static/..;/acct",
                "/static/..;a=b/acct",
                "/a\u00e9",
                "/a\u007f",
                "/a\tb",
                "/a\0b",
                "http://a.test/../acct",
                "http://a.test/acct#x");
    }

    /** Contents of a request whose framing is chunked. */
    public static Stream<Arguments> contents() {
        return Stream.of(
                Arguments.of("a negative size", "-1\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a size with prefix", "0x5\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a size that is none", "G\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("an empty size", "\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a huge size", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a chunk longer than its size", "3\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a bare LF behind the size", "5\nhello\r\n0\r\n\r\n"),
                Arguments.of("a bare LF behind an extension", "5;a=b\nhello\r\n0\r\n\r\n"),
                Arguments.of("a bare LF behind the chunk", "5\r\nhello\n0\r\n\r\n"),
                Arguments.of("a bare CR behind the size", "5\rhello\r\n0\r\n\r\n"),
                Arguments.of("a blank behind the size", "5 \r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a size of seventeen digits", "00000000000000005\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("an extension without name", "5;;\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("an extension that is a value", "5;=b\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("an extension of two words", "5;a b\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a folded trailer", "5\r\nhello\r\n0\r\nX-A: b\r\n c\r\n\r\n"),
                Arguments.of("a trailer that frames", "5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n"),
                Arguments.of("a bare CR at the end", "5\r\nhello\r\n0\r\n\rX"));
    }

    private static Arguments of(String what, String head) {
        return Arguments.of(what, head + "\r\n");
    }

    private static Arguments raw(String what, String request) {
        return Arguments.of(what, request);
    }
}
