package dev.larder.gatling;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/** Counts what the cache nearest to the client says it did: the last member of Cache-Status (RFC 9211 2). */
final class HitCounter {

    private static final Pattern OUTCOME = Pattern.compile(";\\s*(?:(hit)|fwd=([a-z-]+))\\s*(?=[;,]|$)");
    private static final String HIT = "hit";

    private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder hitBytes = new LongAdder();

    /** Counts one response by the value of its Cache-Status field, empty if it had none, and the length of its body. */
    void add(String cacheStatus, long length) {
        var outcome = outcome(cacheStatus);
        outcomes.computeIfAbsent(outcome, key -> new LongAdder()).increment();
        bytes.add(length);
        if (outcome.equals(HIT)) {
            hitBytes.add(length);
        }
    }

    /** {@code hit}, the reason for forwarding, or {@code none} where no cache reported. */
    static String outcome(String cacheStatus) {
        var matcher = OUTCOME.matcher(cacheStatus);
        var last = "none";
        while (matcher.find()) {
            last = matcher.group(1) != null ? HIT : matcher.group(2);
        }
        return last;
    }

    /** Hits per response counted; 0 before the first. */
    double hitRatio() {
        return ratio(
                count(HIT), outcomes.values().stream().mapToLong(LongAdder::sum).sum());
    }

    /** Bytes of bodies that were hits per byte counted; 0 before the first. */
    double byteHitRatio() {
        return ratio(hitBytes.sum(), bytes.sum());
    }

    long count(String outcome) {
        return outcomes.getOrDefault(outcome, new LongAdder()).sum();
    }

    /** One line for the end of a run. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "Cache-Status of reads: hit ratio %.4f, byte hit ratio %.4f, %s",
                hitRatio(),
                byteHitRatio(),
                outcomes);
    }

    private static double ratio(long part, long all) {
        return all == 0 ? 0 : (double) part / all;
    }
}
