package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** For how many reports in a row, and since when, each of some policies has been better. */
record PolicyStreaks(Map<CandidatePolicy, Streak> running) {

    static final PolicyStreaks NONE = new PolicyStreaks(Map.of());

    /**
     * One of them.
     *
     * @param since when it was first better
     * @param after so many requests
     * @param reports in which it has been, that one included
     */
    record Streak(Instant since, long after, int reports) {}

    PolicyStreaks {
        running = Map.copyOf(running);
    }

    /** One report further: those that are not better now are at their end. */
    PolicyStreaks next(GhostSnapshot snapshot, Predicate<CandidatePolicy> better) {
        Map<CandidatePolicy, Streak> next = new EnumMap<>(CandidatePolicy.class);
        snapshot.points().keySet().stream().filter(better).forEach(policy -> {
            Streak before = running.get(policy);
            next.put(
                    policy,
                    before == null
                            ? new Streak(snapshot.at(), snapshot.requests(), 1)
                            : new Streak(before.since, before.after, before.reports + 1));
        });
        return new PolicyStreaks(next);
    }

    /** Those that have been better for long enough. */
    Stream<CandidatePolicy> ripe(GhostSnapshot snapshot, PolicySelectionSettings settings) {
        return running.entrySet().stream()
                .filter(policy -> isRipe(policy.getValue(), snapshot, settings))
                .map(Map.Entry::getKey);
    }

    private static boolean isRipe(Streak streak, GhostSnapshot snapshot, PolicySelectionSettings settings) {
        return streak.reports >= settings.reports()
                && snapshot.requests() - streak.after >= settings.requests()
                && !snapshot.at().isBefore(streak.since.plus(settings.lasting()));
    }
}
