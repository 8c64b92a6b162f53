package dev.larder.gatling;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/** The answers to those who asked for one thing at once: how often was the origin asked? */
final class StampedeResult {

    private static final Pattern COLLAPSED = Pattern.compile(";\\s*collapsed\\s*(?:[;,]|$)");

    private final Set<String> origins = ConcurrentHashMap.newKeySet();
    private final LongAdder answers = new LongAdder();
    private final LongAdder numbered = new LongAdder();
    private final LongAdder reported = new LongAdder();
    private final LongAdder forwarded = new LongAdder();

    void add(LoadResponse answer) {
        answers.increment();
        if (!answer.origin().isEmpty()) {
            numbered.increment();
            origins.add(answer.origin());
        }
        var status = answer.cacheStatus();
        if (!status.isEmpty()) {
            reported.increment();
        }
        if (!HitCounter.outcome(status).equals("hit")
                && !COLLAPSED.matcher(status).find()) {
            forwarded.increment();
        }
    }

    /**
     * The more of two counts: the numbers of the origin's answers, which a cache that validates may leave as they were, and what
     * the cache says that it forwarded. Empty where neither is said.
     */
    Optional<Long> asked() {
        boolean byOrigin = numbered.sum() == answers.sum();
        boolean byCache = reported.sum() == answers.sum();
        if (answers.sum() == 0 || !byOrigin && !byCache) {
            return Optional.empty();
        }
        return Optional.of(Math.max(byOrigin ? origins.size() : 0, byCache ? forwarded.sum() : 0));
    }
}
