package dev.larder.acceptance.disk;

import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Some hundred resources from 1 KB to 3 MB: each of a size of its own, and of another content whenever the origin is asked. */
final class SizedResources {

    /** How many there are. */
    static final int COUNT = 600;

    private static final int POOLS = 7;
    private static final Pattern TAG = Pattern.compile("\"(\\d+)-(\\d+)\"");

    private final AtomicIntegerArray versions = new AtomicIntegerArray(COUNT);

    /** Where the resource of that number is. */
    String path(int number) {
        return "/pool-" + number % POOLS + "/" + number;
    }

    /** Its size (bytes): most are small, a tenth does not fit into memory. */
    long size(int number) {
        int kind = number % 10;
        if (kind == 0) {
            return (1 << 20) + 1 + number * 3_001L;
        }
        return kind < 3 ? 50_000 + number * 101L : 1_024 + number * 17L;
    }

    /** Whether a resource has that size (bytes). */
    boolean has(long size) {
        for (int number = 0; number < COUNT; number++) {
            if (size(number) == size) {
                return true;
            }
        }
        return false;
    }

    /** The origin's answer: always the next version. */
    ResponseScript answer(ReceivedRequest request) {
        String[] segments = request.path().split("/");
        int number = Integer.parseInt(segments[segments.length - 1]);
        int version = versions.incrementAndGet(number);
        return ResponseScript.status(
                        200, "Cache-Control", "max-age=86400", "ETag", "\"" + number + "-" + version + "\"")
                .part(content(number, version));
    }

    /** Whether a response is a whole one for that resource whose content and head are of one version that was sent. */
    boolean right(int number, FetchedResponse response) {
        Matcher tag = TAG.matcher(response.head().field("ETag"));
        if (!tag.matches() || Integer.parseInt(tag.group(1)) != number) {
            return false;
        }
        int version = Integer.parseInt(tag.group(2));
        return version <= versions.get(number) && response.is(content(number, version));
    }

    private GeneratedContent content(int number, int version) {
        return GeneratedContent.of(number + "-" + version, size(number));
    }
}
