package dev.larder.gatling;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Looks at every answer of a run: what caches say of it, and whether it is stale or of the wrong length. */
final class ResponseVerifier {

    private final HitCounter tally = new HitCounter();
    private final AcknowledgedVersions versions = new AcknowledgedVersions();
    private final LongAdder answers = new LongAdder();
    private final LongAdder checked = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder wrongLength = new LongAdder();
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

    /** The version that the answer to this call must have, to be asked before it is sent at {@code nanoTime}. */
    long floor(LoadRequest call, long nanoTime) {
        first.accumulateAndGet(nanoTime, Math::min);
        return versions.floor(call.path());
    }

    /** The fault of the answer, if it has one. */
    Optional<String> judge(LoadResponse answer, long nanoTime) {
        last.accumulateAndGet(nanoTime, Math::max);
        answers.increment();
        var call = answer.call();
        if (!call.reads()) {
            answer.version().ifPresent(version -> versions.written(call.path(), version));
            return Optional.empty();
        }
        tally.add(answer.cacheStatus(), answer.length());
        if (answer.version().isPresent()) {
            checked.increment();
            if (answer.version().getAsLong() < answer.floor()) {
                stale.increment();
                return Optional.of("stale body");
            }
        }
        if (call.length().isPresent() && call.length().getAsLong() != answer.length()) {
            wrongLength.increment();
            return Optional.of("body of the wrong length");
        }
        return Optional.empty();
    }

    /** Hits and misses so far. */
    HitCounter tally() {
        return tally;
    }

    /** Answers per second, from the first call to the last answer. */
    double rate() {
        long nanos = last.get() - first.get();
        return answers.sum() == 0 || nanos <= 0 ? 0 : answers.sum() * 1e9 / nanos;
    }

    /** A few lines for the end of a run. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%s%nBodies: %d with a version were checked, %d stale; %d of the wrong length%n%d answers, %.0f a second",
                tally.summary(),
                checked.sum(),
                stale.sum(),
                wrongLength.sum(),
                answers.sum(),
                rate());
    }
}
