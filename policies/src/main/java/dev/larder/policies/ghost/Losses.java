package dev.larder.policies.ghost;

import java.util.EnumMap;
import java.util.Map;

/** Misses by cause, without the cold ones. */
final class Losses {

    private final Map<Cause, Counts> byCause = new EnumMap<>(Cause.class);

    Counts of(Cause cause) {
        return byCause.computeIfAbsent(cause, first -> new Counts());
    }

    double sum(boolean inBytes) {
        double sum = 0;
        for (Counts counts : byCause.values()) {
            sum += counts.of(inBytes);
        }
        return sum;
    }

    void halve() {
        byCause.values().forEach(Counts::halve);
    }
}
