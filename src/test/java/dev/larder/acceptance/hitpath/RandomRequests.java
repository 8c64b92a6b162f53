package dev.larder.acceptance.hitpath;

import dev.larder.acceptance.kit.RawFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random requests, made of what decides about reuse and of what does not: each one whole, as octets.
 *
 * @param method of each
 * @param octets all of them, to be sent in one go
 */
record RandomRequests(List<String> method, String octets) {

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
            "Connection: close",
            "Upgrade: h2c",
            "TE: trailers",
            "Content-Length: 0",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Prefix: /p",
            "X-Forwarded-For: 192.0.2.7, 10.0.0.2",
            "Forwarded: for=192.0.2.1;proto=https;host=a.test",
            "Forwarded: for=10.0.0.1, for=192.0.2.2");

    /** The first of the others, which say nothing about content. */
    private static final int WITH_CONTENT = 12;

    /** Up to three requests for some of these paths. */
    static RandomRequests random(Random random, List<String> paths) {
        List<String> methods = new ArrayList<>();
        var octets = new StringBuilder();
        int many = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        for (int i = 0; i < many; i++) {
            String path = paths.get(random.nextInt(paths.size())) + pick(random, 5, List.of("?", "?a=1", "?b=2&a=1"));
            boolean write = random.nextInt(60) == 0;
            String method = write ? one(random, WRITES) : random.nextInt(8) == 0 ? "HEAD" : "GET";
            methods.add(method);
            octets.append(method)
                    .append(' ')
                    .append(random.nextInt(30) == 0 ? "http://other.test" + path : path)
                    .append(" HTTP/1.1\r\nHost: ")
                    .append(random.nextInt(12) == 0 ? "Other.test:80" : "larder.test")
                    .append("\r\n")
                    .append(write ? content(method, random) : fields(random) + "\r\n");
        }
        return new RandomRequests(methods, octets.toString());
    }

    private static String content(String method, Random random) {
        String fields = line(pick(random, 2, OTHERS.subList(0, WITH_CONTENT)));
        if (method.equals("DELETE")) {
            return fields + "\r\n";
        }
        boolean empty = random.nextInt(4) == 0;
        return fields
                + (empty ? one(random, List.of("Content-Length: 0\r\n", "")) + "\r\n" : "Content-Length: 3\r\n\r\nnew");
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
