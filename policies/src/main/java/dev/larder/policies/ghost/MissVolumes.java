package dev.larder.policies.ghost;

import java.util.EnumMap;
import java.util.Map;

/** Misses by cause, except cold ones. */
final class MissVolumes {

    private final Map<GhostMissCause, RequestVolume> byCause = new EnumMap<>(GhostMissCause.class);

    RequestVolume of(GhostMissCause cause) {
        return byCause.computeIfAbsent(cause, first -> new RequestVolume());
    }

    double sum(boolean inBytes) {
        double sum = 0;
        for (RequestVolume counts : byCause.values()) {
            sum += counts.of(inBytes);
        }
        return sum;
    }

    void halve() {
        byCause.values().forEach(RequestVolume::halve);
    }
}
