package dev.larder.acceptance.differential;

import java.util.Random;

/**
 * Requests in HTTP/1.1 (RFC 9112), one char for one octet, each part of which is mostly right and sometimes one of the
 * wrongs that parsers are known to differ in.
 */
final class RequestGrammar {

    private static final String CRLF = "\r\n";
    private static final String[] METHODS = {
        "get",
        "GeT",
        "G-T",
        "G_T",
        "G@T",
        "M!#$%&'*+-.^_`|~",
        "TRACE",
        "CONNECT",
        "PRI",
        "",
        "GET\0",
        "G\u00e9T",
        "PURGE",
        "QUERY"
    };
    private static final String[] VERSIONS = {
        "HTTP/1.0", "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "http/1.1", "HTTP/1.1 ", "HTTP/01.1", "HTTP/1.10",
                "",
        "HTTP/1", "HTTP/1,1", "HTTP/1.1 x", "HTTPS/1.1", "HTTP /1.1", "HTTP/1. 1", "HTTP/+1.1", "HTTP/1.-1", "HTTP/3",
                "ICAP/1.0"
    };
    private static final String[] LINE_ENDS = {
        "\n", "\r", "\r\r\n", " \r\n", "\n\r\n", "\r\n\r\n", "\0\r\n", "\u000b\r\n"
    };
    private static final String[] BEGINNINGS = {
        "\r\n", "\n", "\r\n\r\n", " ", "\t", "\0", "\r", "\u0001", "\u00ef\u00bb\u00bf"
    };
    private static final String[] HOSTS = {
        "",
        "Host:\r\n",
        "Host: a.test\r\nHost: a.test\r\n",
        "Host: a.test\r\nHost: b.test\r\n",
        "Host: a.test, b.test\r\n",
        "Host: a test\r\n",
        "Host: a.test/b\r\n",
        "Host: u@a.test\r\n",
        "Host: a.test:80\r\n",
        "Host: a.test:x\r\n",
        "Host: a.test:80:80\r\n",
        "Host: [::1]\r\n",
        "Host: [::1\r\n",
        "Host : a.test\r\n",
        "host:a.test\r\n",
        "Host:\ta.test\t\r\n",
        "Host: a.test\r\n b\r\n",
        " Host: a.test\r\n",
        "Host: a.test#b\r\n",
        "Host: a.test:99999\r\n",
        "Host: a_b.test\r\n",
        "Host: a.test.\r\n",
        "Host: %61.test\r\n",
        "H\u00f6st: a.test\r\n",
        "Host: a\\b\r\n",
        "Host\r\n"
    };
    private static final String[] FIELDS = {
        "X-A: b",
        "X-A:b",
        "X-A:",
        "X-A: \u00e9",
        "X_A: b",
        "X A: b",
        "X-A : b",
        "X-A\t: b",
        ": b",
        "X-A",
        "X-A: b\0c",
        "X-A: b\u0007",
        "X-A: b\rc",
        "X-A: b\n c",
        "X-A: b\r\n c",
        " X-A: b",
        "X-A: b\u007f",
        "X(A): b",
        "\"X\": b",
        "X-\u00e9: b",
        "X\0A: b",
        "Connection: keep-alive",
        "Connection: close",
        "Connection: x-a",
        "Connection: Content-Length",
        "Connection: Transfer-Encoding",
        "Connection: Host",
        "Connection: upgrade",
        "Connection: close, keep-alive",
        "Connection: keep-alive\r\nConnection: close",
        "Connection: \u000bclose",
        "Keep-Alive: timeout=5",
        "Proxy-Connection: close",
        "Expect: 100-continue",
        "Expect: 200-ok",
        "Expect: 100-continue, x",
        "TE: trailers",
        "TE: gzip",
        "Trailer: X-A",
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk",
        "Upgrade: websocket\r\nConnection: Upgrade",
        "Range: bytes=0-0",
        "If-None-Match: \"a\"",
        "Accept-Encoding: gzip",
        "Content-Encoding: gzip",
        "Content_Length: 5",
        "Content-Length\t: 5",
        "Content-Length : 5",
        "Content-Lengt\u00e9: 5",
        "Transfer_Encoding: chunked",
        "Cookie: a=b",
        "Authorization: Basic YTpi",
        "Via: 1.1 x",
        "Max-Forwards: 0",
        "X-Forwarded-For: 1.2.3.4",
        "X-HTTP-Method-Override: PUT",
        "Content-Type: a/b",
        "Date: x",
        "\u00a0X-A: b",
        "X-A: b\u0085",
        "Cookie: a\r\nCookie: b",
        "Accept: a\r\nAccept: b",
        "X-A: \"b",
        "X-A: b ;",
        "X-A:\u000b b",
        "HTTP/1.1 200 OK"
    };
    private static final String[] LENGTHS = {
        "05",
        "+5",
        "-5",
        "5 ",
        "5, 5",
        "5,6",
        "5;",
        "0x5",
        "five",
        "",
        "5 5",
        "5.0",
        "99999999999999999999",
        "4294967301",
        "18446744073709551621",
        "5\r\nContent-Length: 5",
        "5\r\nContent-Length: 6",
        "\u000b5",
        "5\0",
        "\"5\"",
        "1e1",
        "\u00b5",
        "0",
        "4",
        "6"
    };
    private static final String[] CODINGS = {
        "chunked\r\nTransfer-Encoding: chunked",
        "chunked, chunked",
        "identity",
        "identity, chunked",
        "chunked, identity",
        "gzip, chunked",
        "gzip",
        "chunked, gzip",
        "Chunked",
        "CHUNKED",
        "xchunked",
        "chunkedx",
        "\"chunked\"",
        " chunked ",
        "\tchunked",
        "\u000bchunked",
        "chunked;a=b",
        "chunked,",
        ",chunked",
        "",
        "chunke\u0064\0",
        "identity\r\nTransfer-Encoding: chunked",
        "chunked\r\nTransfer-Encoding: identity",
        "x\r\n chunked",
        "\r\n chunked",
        "chunked\r\nContent-Length: 5",
        "chunked\r\nContent-Length: 0",
        "gzip\r\nTransfer-Encoding: chunked",
        "trailers",
        "chunked\u00a0"
    };
    private static final String[] CHUNKS = {
        "-1\r\nhello\r\n0\r\n\r\n",
        "0x5\r\nhello\r\n0\r\n\r\n",
        "G\r\nhello\r\n0\r\n\r\n",
        "\r\nhello\r\n0\r\n\r\n",
        "fffffffffffffffff\r\nhello\r\n0\r\n\r\n",
        "3\r\nhello\r\n0\r\n\r\n",
        "5\nhello\r\n0\r\n\r\n",
        "5;a=b\nhello\r\n0\r\n\r\n",
        "5\r\nhello\n0\r\n\r\n",
        "5\rhello\r\n0\r\n\r\n",
        "5\r\nhello0\r\n\r\n",
        "5 \r\nhello\r\n0\r\n\r\n",
        " 5\r\nhello\r\n0\r\n\r\n",
        "5\t;a\r\nhello\r\n0\r\n\r\n",
        "5;a=\"b\r\nc\"\r\nhello\r\n0\r\n\r\n",
        "05\r\nhello\r\n00\r\n\r\n",
        "0000000000000000000005\r\nhello\r\n0\r\n\r\n",
        "+5\r\nhello\r\n0\r\n\r\n",
        "5,5\r\nhello\r\n0\r\n\r\n",
        "5\r\nhello\r\n0\r\nX-A: b\r\n\r\n",
        "5\r\nhello\r\n0\r\nContent-Length: 3\r\n\r\n",
        "5\r\nhello\r\n0\r\nX A\r\n\r\n",
        "5\r\nhello\r\n0\r\n",
        "5\r\nhello\r\n0\n\n",
        "5\r\nhello\r\n0;a\r\n\r\n",
        "5\r\nhello\r\n-0\r\n\r\n",
        "5\r\nhello\r\n\r\n0\r\n\r\n",
        "5\r\nhel",
        "100000005\r\nhello\r\n0\r\n\r\n",
        "5\0\r\nhello\r\n0\r\n\r\n",
        "5;\0\r\nhello\r\n0\r\n\r\n",
        "5;a\r\r\nhello\r\n0\r\n\r\n",
        "0\r\n\r\n",
        "0\r\nX-A: b\r\n c\r\n\r\n"
    };
    private static final String[] TARGETS = {
        "//MARK",
        "http://a.test/MARK",
        "HTTP://A.test/MARK",
        "http://a.test:80/MARK",
        "http://b.test/MARK",
        "https://a.test/MARK",
        "http://a.test",
        "http:///MARK",
        "http://u@a.test/MARK",
        "ftp://a.test/MARK",
        "*",
        "MARK",
        "?MARK",
        "#MARK",
        "/MARK#f",
        "/MARK%zz",
        "/MARK%",
        "/MARK%00",
        "/../MARK",
        "/MARK/../c",
        "/MARK/%2e%2e/c",
        "/MARK\u00e9",
        "/MARK\\c",
        "\\MARK",
        "/MARK c",
        "/MARK\0c",
        "/MARK\tc",
        "/MARK|^`{}",
        "/MARK\"<>",
        "a.test:80",
        "/MARK\u007f",
        "/MARK%0d%0aX:y",
        "/MARK;a/..;b",
        "http://a.test#/MARK",
        "/MARK?a#b",
        "http://a.test?MARK",
        "/MARK//c",
        "/./MARK",
        "/MARK%2f",
        "http:/MARK",
        ""
    };
    private static final String GOOD_CHUNKS = "2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n";

    private final Random random;

    private RequestGrammar(Random random) {
        this.random = random;
    }

    /** A request that has the place of its mark in its target and in a field. */
    static String request(Random random) {
        return new RequestGrammar(random).request();
    }

    private String request() {
        String line = line();
        StringBuilder fields = new StringBuilder();
        String host = mostly("Host: a.test" + CRLF, HOSTS);
        String content = framing(fields);
        for (int i = random.nextInt(3); i > 0; i--) {
            String field = random.nextInt(3) > 0 ? "X-A: b" : any(FIELDS);
            fields.insert(random.nextBoolean() ? 0 : fields.length(), field + mostly(CRLF, LINE_ENDS));
        }
        String marked = CaseMarker.FIELD + ": " + CaseMarker.PLACE + CRLF;
        String head = random.nextBoolean() ? host + fields + marked : marked + fields + host;
        return mostly("", BEGINNINGS) + line + head + mostly(CRLF, LINE_ENDS) + content;
    }

    private String line() {
        String method = random.nextInt(12) == 0
                ? any(METHODS)
                : any("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH");
        return method + blank() + target() + blank() + mostly("HTTP/1.1", VERSIONS) + mostly(CRLF, LINE_ENDS);
    }

    private String blank() {
        return random.nextInt(40) == 0 ? any("  ", "\t", "", "\u000b", "\f", "\u00a0", " \t", "\r") : " ";
    }

    private String target() {
        if (random.nextInt(5) > 0) {
            return "/" + CaseMarker.PLACE + any("", "", "?a=b", "/c", "?", "?a=b&c");
        }
        return any(TARGETS);
    }

    /** Adds the fields that say how long the content is, and returns the content. */
    private String framing(StringBuilder fields) {
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                fields.append("Content-Length: 5").append(mostly(CRLF, LINE_ENDS));
                return "hello";
            }
            case 2 -> {
                fields.append("Content-Length: ").append(any(LENGTHS)).append(CRLF);
                return any("hello", "hello!", "", "5\r\nhello\r\n0\r\n\r\n");
            }
            case 3, 4 -> {
                fields.append("Transfer-Encoding: chunked").append(mostly(CRLF, LINE_ENDS));
                return random.nextBoolean() ? GOOD_CHUNKS : any(CHUNKS);
            }
            case 5 -> {
                fields.append(mostly(
                                "Transfer-Encoding:",
                                "Transfer-Encoding :",
                                "Transfer-Encoding\t:",
                                "transfer-encoding:"))
                        .append(any("", " "))
                        .append(any(CODINGS))
                        .append(CRLF);
                return any(GOOD_CHUNKS, GOOD_CHUNKS, "0\r\n\r\n", "hello", "");
            }
            default -> {
                return random.nextInt(20) == 0 ? "hello" : "";
            }
        }
    }

    private String mostly(String usual, String... others) {
        return random.nextInt(16) > 0 ? usual : any(others);
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
