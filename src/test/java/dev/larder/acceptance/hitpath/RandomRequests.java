package dev.larder.acceptance.hitpath;

import dev.larder.acceptance.MalformedRequests;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Random requests, made of what decides about reuse and of what does not, and malformed ones.
 *
 * @param method of each that is answered
 * @param parts all of them, to be sent one part after another: content may arrive later than its head
 * @param comes whether the client comes on a new connection, whose octets are received at once
 * @param leaves whether the client leaves behind the last response
 */
record RandomRequests(List<String> method, List<String> parts, boolean comes, boolean leaves) {

    /** Nothing follows a request with it: what arrives after the end of a connection may cost its last response (RFC 9112 9.6). */
    private static final String CLOSE = "Connection: close";

    /** Connections end behind requests of this version, too. */
    private static final String OLD = " HTTP/1.0\r\n";

    private static final List<String> METHODS = List.of("OPTIONS", "TRACE", "PROPFIND", "BREW");
    private static final List<String> WRITES = List.of("PUT", "PUT", "POST", "PATCH", "DELETE");
    private static final List<String> CONDITIONS = List.of(
            "If-None-Match: \"0\"",
            "If-None-Match: W/\"0\", \"other\"",
            "If-None-Match: *",
            "If-None-Match: broken",
            "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
            "If-Modified-Since: Fri, 06 Nov 2099 08:49:37 GMT",
            "If-Match: \"0\"",
            "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
            "Range: bytes=0-3",
            "Range: bytes=2-5, 7-9",
            "Range: bytes=-4",
            "Range: bytes=900-",
            "Range: lines=1-2",
            "If-Range: \"0\"\r\nRange: bytes=1-2");
    private static final List<String> WISHES = List.of(
            "Cache-Control: no-cache",
            "Cache-Control: no-store",
            "Cache-Control: max-age=5",
            "Cache-Control: max-age=0",
            "Cache-Control: min-fresh=20",
            "Cache-Control: max-stale=30",
            "Cache-Control: max-stale",
            "Cache-Control: only-if-cached",
            "Pragma: no-cache",
            "Bypass-Cache: 1",
            "Bypass-Cache: 0");
    private static final List<String> OTHERS = List.of(
            "Accept-Language: de",
            "Accept-Language: en",
            "Accept-Language: en, de;q=0.5",
            "Accept-Encoding: gzip",
            "Accept-Encoding: ;;;garbage",
            "Cookie: a=b",
            "Authorization: Bearer alice",
            "User-Agent: one",
            "User-Agent: two",
            "X-Forwarded-For: 10.0.0.1",
            "X-Forwarded-Host: elsewhere",
            "Connection: keep-alive",
            "Connection: X-Nominated\r\nX-Nominated: 1",
            CLOSE,
            "Upgrade: h2c",
            "TE: trailers",
            "Content-Length: 0",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Prefix: /p",
            "X-Forwarded-For: 192.0.2.7, 10.0.0.2",
            "Forwarded: for=192.0.2.1;proto=https;host=a.test",
            "Forwarded: for=10.0.0.1, for=192.0.2.2");

    private static final List<String> MALFORMED = malformed();

    /** The first of the others, which say nothing about content. */
    private static final int WITH_CONTENT = 12;

    /** More than is sent as a whole. */
    private static final int LONG = 70_000;

    /** What a new connection receives at once, with a malformed request behind it: a head before its content would be forwarded. */
    private static final int SHORT = 1_000;

    /** Sent as a whole: they end their connection. */
    private static List<String> malformed() {
        String host = " HTTP/1.1\r\nHost: larder.test\r\n";
        return Stream.of(
                        MalformedRequests.heads().map(head -> (String) head.get()[1]),
                        MalformedRequests.targets().map(target -> "GET " + target + host + "\r\n"),
                        MalformedRequests.contents()
                                .map(content ->
                                        "POST /PATH" + host + "Transfer-Encoding: chunked\r\n\r\n" + content.get()[1]))
                .flatMap(requests -> requests)
                .toList();
    }

    /** Returns all octets. */
    @Override
    public String toString() {
        return String.join("", parts);
    }

    /** Up to three requests for some of these paths. */
    static RandomRequests random(Random random, List<String> paths) {
        List<String> methods = new ArrayList<>();
        var octets = new StringBuilder();
        int many = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        boolean last = false;
        while (methods.size() < many && !last) {
            String request = request(random, paths);
            methods.add(request.substring(0, request.indexOf(' ')));
            octets.append(request);
            last = request.contains(CLOSE) || request.contains(OLD);
        }
        if (!last && octets.length() < SHORT && random.nextInt(40) == 0) {
            methods.add("GET");
            octets.append(one(random, MALFORMED).replace("/PATH", one(random, paths)));
            return new RandomRequests(methods, List.of(octets.toString()), true, true);
        }
        boolean breaksOff = !last && random.nextInt(60) == 0;
        if (breaksOff) {
            octets.append(broken(one(random, paths), random));
        }
        return new RandomRequests(methods, parts(octets.toString(), random), false, last || breaksOff);
    }

    private static String request(Random random, List<String> paths) {
        String path = one(random, paths) + pick(random, 5, List.of("?", "?a=1", "?b=2&a=1"));
        boolean write = random.nextInt(30) == 0;
        String method = write ? one(random, WRITES) : random.nextInt(8) == 0 ? "HEAD" : "GET";
        return (random.nextInt(60) == 0 ? one(random, METHODS) : method)
                + " "
                + (random.nextInt(30) == 0 ? "http://other.test" + path : path)
                + (random.nextInt(60) == 0 ? OLD : " HTTP/1.1\r\n")
                + "Host: "
                + (random.nextInt(12) == 0 ? "Other.test:80" : "larder.test")
                + "\r\n"
                + (write ? content(method, random) : fields(random) + "\r\n");
    }

    /** An origin with a cache is not sent a part of it: whether that is invalidated, or not yet, would be a matter of time. */
    private static String broken(String path, Random random) {
        boolean isLong = path.startsWith(HitLevelGateway.UNCACHED) && random.nextBoolean();
        String content = sized(isLong ? 2 * LONG : 3 + random.nextInt(300));
        return "POST " + path + " HTTP/1.1\r\nHost: larder.test\r\n"
                + content.substring(0, content.length() - 1 - (isLong ? random.nextInt(LONG) : 0));
    }

    private static List<String> parts(String octets, Random random) {
        if (random.nextInt(3) > 0) {
            return List.of(octets);
        }
        int first = random.nextInt(octets.length());
        int second = first + random.nextInt(octets.length() - first);
        return List.of(octets.substring(0, first), octets.substring(first, second), octets.substring(second));
    }

    private static String content(String method, Random random) {
        String fields = line(pick(random, 2, OTHERS.subList(0, WITH_CONTENT)));
        if (method.equals("DELETE")) {
            return fields + "\r\n";
        }
        return fields
                + switch (random.nextInt(8)) {
                    case 0 -> "Content-Length: 0\r\n\r\n";
                    case 1 -> "\r\n";
                    case 4, 5 -> sized(LONG + random.nextInt(LONG));
                    case 6, 7 -> chunked(random);
                    default -> sized(3 + random.nextInt(300));
                };
    }

    private static String sized(int length) {
        return "Content-Length: " + length + "\r\n\r\n" + "x".repeat(length);
    }

    private static String chunked(Random random) {
        var content = new StringBuilder("Transfer-Encoding: chunked\r\n\r\n");
        for (int chunks = random.nextInt(5); chunks > 0; chunks--) {
            int longest = random.nextBoolean() ? 10 : LONG;
            content.append(RawClient.chunk("y".repeat(1 + random.nextInt(longest))));
        }
        return content.append("0\r\n")
                .append(random.nextInt(3) == 0 ? "X-Trailer: 1\r\n" : "")
                .append("\r\n")
                .toString();
    }

    private static String one(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static String fields(Random random) {
        return line(pick(random, 4, CONDITIONS)) + line(pick(random, 4, WISHES)) + line(pick(random, 2, OTHERS));
    }

    private static String line(String field) {
        return field.isEmpty() ? "" : field + "\r\n";
    }

    private static String pick(Random random, int oneIn, List<String> from) {
        return random.nextInt(oneIn) == 0 ? from.get(random.nextInt(from.size())) : "";
    }

    /** Fields of the origin's responses, by path: what can be stored, selected, validated, and what cannot. */
    static RawFields response(int path, String tag) {
        return switch (path) {
            case 0 -> RawFields.of("Cache-Control", "max-age=60", "ETag", tag);
            case 1 -> RawFields.of("Cache-Control", "max-age=60", "Vary", "Accept-Language", "ETag", tag);
            case 2 -> RawFields.of("Cache-Control", "max-age=2", "Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT");
            case 3 -> RawFields.of("Cache-Control", "no-store");
            case 4 -> RawFields.of("Cache-Control", "private, max-age=60");
            case 5 ->
                RawFields.of("Cache-Control", "public, max-age=30, must-revalidate", "Cache-Status", "Other; fwd=miss");
            case 6 -> RawFields.of("Cache-Control", "no-cache", "ETag", tag);
            case 7 -> RawFields.of("Cache-Control", "max-age=100, immutable", "Age", "40", "X-Odd", "\u00e4 \"x\"");
            case 8 -> RawFields.of("Expires", "Fri, 06 Nov 2099 08:49:37 GMT", "Vary", "Accept-Encoding, Cookie");
            default -> RawFields.of("Cache-Control", "s-maxage=20", "Set-Cookie", "s=1", "ETag", "W/" + tag);
        };
    }
}
