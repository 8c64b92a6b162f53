package dev.larder.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Which phase follows which: after a warm-up each fault in turn, with rest between, as often as there is time for. Where there
 * is time for several rounds, the first does not count: what a fault needs is compiled then.
 */
final class PhaseSchedule {

    /** A fault and the rest before it, where there is time for several rounds. */
    private static final Duration SLOT = Duration.ofSeconds(75);

    private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(2);
    private static final int WARM_UP_SHARE = 10;

    /** From so many rounds on the first does not count. */
    private static final int SEVERAL = 3;

    /** A fault lasts longer than the rest by this. */
    private static final double FAULT_TO_REST = 1.5;

    private PhaseSchedule() {}

    /** All phases of so long a soak; it begins and ends with rest. */
    static List<SoakPhase> of(Duration whole, List<SoakFault> faults) {
        var warmUp = shorter(whole.dividedBy(WARM_UP_SHARE), LONGEST_WARM_UP);
        var rest = whole.minus(warmUp);
        var rounds = Math.max(1, Math.round((double) rest.toMillis() / SLOT.toMillis() / faults.size()));
        var slots = rounds * faults.size();
        var quiet = Duration.ofNanos((long) (rest.toNanos() / (slots * (1 + FAULT_TO_REST) + 1)));
        var fault = Duration.ofNanos((long) (quiet.toNanos() * FAULT_TO_REST));
        var phases = new ArrayList<>(List.of(SoakPhase.warmUp(warmUp)));
        for (var round = 0; round < rounds; round++) {
            var counts = round > 0 || rounds < SEVERAL;
            faults.forEach(
                    each -> phases.addAll(List.of(SoakPhase.quiet(quiet, counts), SoakPhase.of(each, fault, counts))));
        }
        phases.add(SoakPhase.quiet(quiet, true));
        return List.copyOf(phases);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
