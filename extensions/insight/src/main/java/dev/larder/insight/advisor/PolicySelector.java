package dev.larder.insight.advisor;

import dev.larder.insight.advisor.PolicyDecision.Change;
import dev.larder.insight.advisor.PolicyDecision.Keep;
import dev.larder.insight.advisor.PolicyDecision.Lead;
import dev.larder.insight.advisor.PolicyDecision.Reason;
import dev.larder.insight.advisor.PolicyDecision.Warn;
import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the policy of the live store from one report after the other. It never flaps: one that has been given up has to be
 * better by twice as much to come back, and twice that the next time, so that no traffic whatever makes it go to and fro more
 * than a few times; and after each change there is none for a while, which gets longer.
 *
 * @param live the policy that the store has
 * @param better for how long others have been better by the margin
 * @param enough for how long they have been so by what they need, having been given up before
 * @param givenUp how often each has been
 * @param restsUntil when there may be another one
 */
record PolicySelector(
        PolicySelectionSettings settings,
        CandidatePolicy live,
        PolicyStreaks better,
        PolicyStreaks enough,
        Map<CandidatePolicy, Integer> givenUp,
        Instant restsUntil) {

    PolicySelector {
        givenUp = Map.copyOf(givenUp);
    }

    /** A choice, and who makes the next one. */
    record Step(PolicyDecision choice, PolicySelector next) {}

    /** Nothing has been reported yet. */
    static PolicySelector of(PolicySelectionSettings settings, CandidatePolicy live) {
        return new PolicySelector(settings, live, PolicyStreaks.NONE, PolicyStreaks.NONE, Map.of(), Instant.MIN);
    }

    /** How many changes there have been: each has given one up. */
    int changes() {
        return givenUp.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** What to do at this report. */
    Step next(GhostSnapshot snapshot) {
        if (!snapshot.telling()) {
            return new Step(new Keep(Reason.TOO_FEW_KEYS), with(PolicyStreaks.NONE, PolicyStreaks.NONE));
        }
        PolicySelector now = with(
                better.next(snapshot, policy -> lead(snapshot, policy) >= settings.margin()),
                enough.next(snapshot, policy -> lead(snapshot, policy) >= needed(policy)));
        Optional<CandidatePolicy> best = now.best(snapshot, now.enough);
        if (best.isPresent()) {
            Lead lead = now.leadOf(snapshot, best.get());
            return snapshot.at().isBefore(restsUntil)
                    ? new Step(new Warn(lead, Reason.RESTING), now)
                    : new Step(new Change(lead), now.changed(snapshot, best.get()));
        }
        return now.best(snapshot, now.better)
                .map(policy -> new Step(new Warn(now.leadOf(snapshot, policy), Reason.GIVEN_UP_BEFORE), now))
                .orElseGet(() -> new Step(new Keep(now.waiting()), now));
    }

    private Reason waiting() {
        return better.running().isEmpty() ? Reason.NONE_BETTER : Reason.NOT_LONG_ENOUGH;
    }

    private double lead(GhostSnapshot snapshot, CandidatePolicy policy) {
        return snapshot.points(policy) - snapshot.points(live);
    }

    private double needed(CandidatePolicy policy) {
        return settings.margin(givenUp.getOrDefault(policy, 0));
    }

    private Optional<CandidatePolicy> best(GhostSnapshot snapshot, PolicyStreaks streaks) {
        return streaks.ripe(snapshot, settings).max(Comparator.comparingDouble(snapshot::points));
    }

    private Lead leadOf(GhostSnapshot snapshot, CandidatePolicy policy) {
        return new Lead(live, policy, snapshot.points(live), snapshot.points(policy));
    }

    private PolicySelector with(PolicyStreaks nowBetter, PolicyStreaks nowEnough) {
        return new PolicySelector(settings, live, nowBetter, nowEnough, givenUp, restsUntil);
    }

    private PolicySelector changed(GhostSnapshot snapshot, CandidatePolicy to) {
        Map<CandidatePolicy, Integer> given = new EnumMap<>(CandidatePolicy.class);
        given.putAll(givenUp);
        given.merge(live, 1, Integer::sum);
        return new PolicySelector(
                settings,
                to,
                PolicyStreaks.NONE,
                PolicyStreaks.NONE,
                given,
                snapshot.at().plus(settings.rest(changes() + 1)));
    }
}
