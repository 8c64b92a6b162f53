package dev.larder.gatling;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/** The answers to those who asked for one thing at once: how often was the origin asked? */
final class Crowd {

    private static final Pattern COLLAPSED = Pattern.compile(";\\s*collapsed\\s*(?:[;,]|$)");

    private final Set<String> origins = ConcurrentHashMap.newKeySet();
    private final LongAdder answers = new LongAdder();
    private final LongAdder numbered = new LongAdder();
    private final LongAdder reported = new LongAdder();
    private final LongAdder forwarded = new LongAdder();

    void add(Answer answer) {
        answers.increment();
        if (!answer.origin().isEmpty()) {
            numbered.increment();
            origins.add(answer.origin());
        }
        var status = answer.cacheStatus();
        if (!status.isEmpty()) {
            reported.increment();
        }
        if (!HitTally.outcome(status).equals("hit")
                && !COLLAPSED.matcher(status).find()) {
            forwarded.increment();
        }
    }

    /** By the numbers of the origin's answers, else by what the cache says it forwarded; empty where neither is said. */
    Optional<Long> asked() {
        if (answers.sum() == 0) {
            return Optional.empty();
        }
        if (numbered.sum() == answers.sum()) {
            return Optional.of((long) origins.size());
        }
        return reported.sum() == answers.sum() ? Optional.of(forwarded.sum()) : Optional.empty();
    }
}
