package dev.larder.insight.advisor;

import dev.larder.insight.advisor.Choice.Change;
import dev.larder.insight.advisor.Choice.Keep;
import dev.larder.insight.advisor.Choice.Lead;
import dev.larder.insight.advisor.Choice.Reason;
import dev.larder.insight.advisor.Choice.Warn;
import dev.larder.policies.ghost.Candidate;
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
record Chooser(
        ChoiceSettings settings,
        Candidate live,
        Streaks better,
        Streaks enough,
        Map<Candidate, Integer> givenUp,
        Instant restsUntil) {

    Chooser {
        givenUp = Map.copyOf(givenUp);
    }

    /** A choice, and who makes the next one. */
    record Step(Choice choice, Chooser next) {}

    /** Nothing has been reported yet. */
    static Chooser of(ChoiceSettings settings, Candidate live) {
        return new Chooser(settings, live, Streaks.NONE, Streaks.NONE, Map.of(), Instant.MIN);
    }

    /** How many changes there have been: each has given one up. */
    int changes() {
        return givenUp.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** What to do at this report. */
    Step next(Sight sight) {
        if (!sight.telling()) {
            return new Step(new Keep(Reason.TOO_FEW_KEYS), with(Streaks.NONE, Streaks.NONE));
        }
        Chooser now = with(
                better.next(sight, policy -> lead(sight, policy) >= settings.margin()),
                enough.next(sight, policy -> lead(sight, policy) >= needed(policy)));
        Optional<Candidate> best = now.best(sight, now.enough);
        if (best.isPresent()) {
            Lead lead = now.leadOf(sight, best.get());
            return sight.at().isBefore(restsUntil)
                    ? new Step(new Warn(lead, Reason.RESTING), now)
                    : new Step(new Change(lead), now.changed(sight, best.get()));
        }
        return now.best(sight, now.better)
                .map(policy -> new Step(new Warn(now.leadOf(sight, policy), Reason.GIVEN_UP_BEFORE), now))
                .orElseGet(() -> new Step(new Keep(now.waiting()), now));
    }

    private Reason waiting() {
        return better.running().isEmpty() ? Reason.NONE_BETTER : Reason.NOT_LONG_ENOUGH;
    }

    private double lead(Sight sight, Candidate policy) {
        return sight.points(policy) - sight.points(live);
    }

    private double needed(Candidate policy) {
        return settings.margin(givenUp.getOrDefault(policy, 0));
    }

    private Optional<Candidate> best(Sight sight, Streaks streaks) {
        return streaks.ripe(sight, settings).max(Comparator.comparingDouble(sight::points));
    }

    private Lead leadOf(Sight sight, Candidate policy) {
        return new Lead(live, policy, sight.points(live), sight.points(policy));
    }

    private Chooser with(Streaks nowBetter, Streaks nowEnough) {
        return new Chooser(settings, live, nowBetter, nowEnough, givenUp, restsUntil);
    }

    private Chooser changed(Sight sight, Candidate to) {
        Map<Candidate, Integer> given = new EnumMap<>(Candidate.class);
        given.putAll(givenUp);
        given.merge(live, 1, Integer::sum);
        return new Chooser(
                settings, to, Streaks.NONE, Streaks.NONE, given, sight.at().plus(settings.rest(changes() + 1)));
    }
}
