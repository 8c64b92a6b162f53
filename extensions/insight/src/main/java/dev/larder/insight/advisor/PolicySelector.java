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
 * Chooses the policy of the live store, one report at a time. It does not flap: an abandoned policy needs twice the lead to
 * return, doubled again each time, so no traffic makes it alternate more than a few times; after each change there is a rest
 * without changes, which grows.
 *
 * @param live current policy of the store
 * @param better how long other policies have led by the margin
 * @param enough how long they have led by the greater margin that they need after having been abandoned
 * @param givenUp how often each has been abandoned
 * @param restsUntil when the next change is permitted
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

    /** A decision, and the selector for the next report. */
    record Step(PolicyDecision choice, PolicySelector next) {}

    /** Creates a selector before the first report. */
    static PolicySelector of(PolicySelectionSettings settings, CandidatePolicy live) {
        return new PolicySelector(settings, live, PolicyStreaks.NONE, PolicyStreaks.NONE, Map.of(), Instant.MIN);
    }

    /** Returns the number of changes, each of which has abandoned a policy. */
    int changes() {
        return givenUp.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Decides at this report. */
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
