package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** For how many consecutive reports, and since when, policies have been better. */
record PolicyStreaks(Map<CandidatePolicy, Streak> running) {

    static final PolicyStreaks NONE = new PolicyStreaks(Map.of());

    /**
     * Streak of one policy.
     *
     * @param since when it was first better
     * @param after number of requests at that time
     * @param reports number of reports in which it was better, including that one
     */
    record Streak(Instant since, long after, int reports) {}

    PolicyStreaks {
        running = Map.copyOf(running);
    }

    /** Advances by one report: streaks of policies that are not better now end. */
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

    /** Returns the policies that have been better for long enough. */
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
