package dev.larder.soak;

import dev.larder.soak.traffic.RequestCounters;
import dev.larder.soak.watch.LinearTrend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * All that was seen.
 *
 * @param length that was asked for
 * @param stretches the phases, in their order
 * @param between requests while nothing was measured
 * @param mostResidentMb the most that was in memory at any time
 * @param logged what the gateway said
 * @param left what was still open when everybody had left
 */
record SoakFindings(
        Duration length,
        List<CompletedPhase> stretches,
        List<RequestCounters> between,
        double mostResidentMb,
        LogSummary logged,
        RemainingResources left) {

    private static final int DIGITS = 3;

    /**
     * What the log tells.
     *
     * @param leaks buffers that were lost
     * @param errors its lines
     */
    record LogSummary(long leaks, List<String> errors) {}

    /**
     * What is open when everybody has left.
     *
     * @param sockets more than there were before anybody came
     * @param files that are deleted
     */
    record RemainingResources(long sockets, long files) {}

    /** Of all requests. */
    long sum(ToLongFunction<RequestCounters> count) {
        return accounts().mapToLong(count).sum();
    }

    /** What failed and what was wrong, the first of it. */
    List<String> told() {
        return accounts().flatMap(account -> account.told().stream()).limit(50).toList();
    }

    private Stream<RequestCounters> accounts() {
        return Stream.concat(stretches.stream().map(CompletedPhase::account), between.stream());
    }

    /** The phases that count, those of one title together, in the order of their first. */
    Map<String, List<CompletedPhase>> byTitle() {
        var all = new LinkedHashMap<String, List<CompletedPhase>>();
        stretches.stream()
                .filter(stretch -> stretch.phase().counts())
                .forEach(stretch -> all.computeIfAbsent(stretch.phase().title(), any -> new ArrayList<>())
                        .add(stretch));
        return all;
    }

    /** How long hits took in these phases together. */
    static Histogram hits(List<CompletedPhase> stretches) {
        var all = new Histogram(DIGITS);
        stretches.forEach(stretch -> all.add(stretch.account().hitNanos()));
        return all;
    }

    /** By how many MB the heap grows in an hour, as it is after a collection in quiet phases. */
    double heapGrowth() {
        return LinearTrend.perHour(stretches.stream()
                .filter(stretch -> stretch.phase().counts() && stretch.heapMb().isPresent())
                .map(stretch -> new LinearTrend.Reading(
                        stretch.endSeconds(), stretch.heapMb().getAsDouble()))
                .toList());
    }
}
