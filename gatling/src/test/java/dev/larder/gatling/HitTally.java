package dev.larder.gatling;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/** Counts what the cache nearest to the client says it did: the last member of Cache-Status (RFC 9211 2). */
final class HitTally {

    private static final Pattern OUTCOME = Pattern.compile(";\\s*(?:(hit)|fwd=([a-z-]+))\\s*(?=[;,]|$)");

    private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();

    /** Counts one response by the value of its Cache-Status field, empty if it had none. */
    void add(String cacheStatus) {
        outcomes.computeIfAbsent(outcome(cacheStatus), key -> new LongAdder()).increment();
    }

    /** {@code hit}, the reason for forwarding, or {@code none} where no cache reported. */
    static String outcome(String cacheStatus) {
        var matcher = OUTCOME.matcher(cacheStatus);
        var last = "none";
        while (matcher.find()) {
            last = matcher.group(1) != null ? "hit" : matcher.group(2);
        }
        return last;
    }

    /** Hits per response counted; 0 before the first. */
    double hitRatio() {
        long all = outcomes.values().stream().mapToLong(LongAdder::sum).sum();
        return all == 0 ? 0 : (double) count("hit") / all;
    }

    long count(String outcome) {
        return outcomes.getOrDefault(outcome, new LongAdder()).sum();
    }

    /** One line for the end of a run. */
    String summary() {
        return String.format(Locale.ROOT, "Cache-Status of reads: hit ratio %.4f, %s", hitRatio(), outcomes);
    }
}
