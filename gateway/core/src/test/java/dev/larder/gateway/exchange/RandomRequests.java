package dev.larder.gateway.exchange;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import java.util.SplittableRandom;

/** Makes up requests: GET and HEAD, with conditions, ranges and directives. */
final class RandomRequests {

    private RandomRequests() {}

    static RequestHead head(
            SplittableRandom random, HistorySettings settings, ScriptedOrigin origin, URI target, int key) {
        HeaderFields.Builder fields = HeaderFields.builder().add("Host", "gateway.test");
        if (settings.calm() || random.nextInt(3) == 0) {
            return new RequestHead("GET", target, fields.build());
        }
        switch (random.nextInt(20)) {
            case 0 -> fields.add("If-None-Match", tag(random, origin, key));
            case 1 -> fields.add("Range", "bytes=" + random.nextInt(settings.longestContent()) + "-");
            case 2 -> fields.add("Range", "bytes=0-").add("If-None-Match", tag(random, origin, key));
            case 3 -> fields.add("Cache-Control", "no-cache");
            case 4 -> fields.add("Cache-Control", "only-if-cached");
            case 5 -> fields.add("Cache-Control", "no-store");
            case 6 -> fields.add("Cache-Control", "max-stale=20");
            case 7 -> fields.add("If-Match", tag(random, origin, key));
            case 8 -> fields.add("Upgrade", "other/1");
            case 9 -> fields.add("Cookie", "user=1");
            case 10 -> fields.add("Range", ranges(random, settings));
            case 11, 12, 13, 14 -> fields.add("Range", range(random, settings));
            case 15 -> fields.add("Range", range(random, settings)).add("If-Range", tag(random, origin, key));
            default -> {}
        }
        if (random.nextInt(3) == 0) {
            fields.add("Accept", random.nextBoolean() ? "a" : "b");
        }
        return new RequestHead(random.nextInt(10) == 0 ? "HEAD" : "GET", target, fields.build());
    }

    /** Returns one range, which may lie outside the content. */
    private static String range(SplittableRandom random, HistorySettings settings) {
        int first = random.nextInt(settings.longestContent());
        return "bytes=" + first + "-" + (first + random.nextInt(settings.longestContent()));
    }

    /** Returns two ranges in any order. */
    private static String ranges(SplittableRandom random, HistorySettings settings) {
        int middle = 2 + random.nextInt(settings.longestContent());
        String early = random.nextInt(middle / 2) + "-" + middle / 2;
        String late = (middle / 2 + 1) + "-" + middle;
        return "bytes=" + (random.nextBoolean() ? early + "," + late : late + "," + early);
    }

    /** Returns a GET without conditions. */
    static RequestHead plain(URI target) {
        return new RequestHead("GET", target, HeaderFields.of("Host", "gateway.test"));
    }

    static RequestHead write(URI target) {
        return new RequestHead("POST", target, HeaderFields.of("Host", "gateway.test"));
    }

    private static String tag(SplittableRandom random, ScriptedOrigin origin, int key) {
        return origin.content(key, 1 + random.nextInt(2), random.nextInt(3)).entityTag();
    }
}
