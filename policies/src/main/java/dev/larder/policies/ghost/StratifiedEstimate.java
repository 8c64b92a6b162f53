package dev.larder.policies.ghost;

import java.util.EnumMap;
import java.util.Map;

/**
 * Extrapolates the misses of a ghost to all requests. Misses of the heaviest keys are counted. First requests are
 * counted and are misses anywhere. Only the miss ratio of the other requests is estimated from the sampled keys. It
 * depends mostly on the time since the key's last request, which is known of all requests. Therefore it is estimated
 * per stratum ({@link ReuseDistances}) and weighted with the stratum's real number of requests (post-stratification,
 * Cochran, Sampling Techniques, chapter 5A.9).
 */
final class StratifiedEstimate {

    /** Minimum requests for sampled keys per stratum; a stratum with fewer is merged with its neighbours. */
    private static final double ENOUGH = 8;

    private final GhostTotals totals;

    StratifiedEstimate(GhostTotals totals) {
        this.totals = totals;
    }

    HitRatioPoint of(GhostCache ghost) {
        Map<GhostMissCause, Double> misses = parts(ghost, false);
        Map<GhostMissCause, Double> bytesMissed = parts(ghost, true);
        return new HitRatioPoint(ghost.capacity, 1 - sum(misses), 1 - sum(bytesMissed), misses);
    }

    private static double sum(Map<GhostMissCause, Double> parts) {
        return Math.min(
                1, parts.values().stream().mapToDouble(Double::doubleValue).sum());
    }

    private Map<GhostMissCause, Double> parts(GhostCache ghost, boolean inBytes) {
        double all = totals.all.sum(inBytes);
        double cold = Math.min(all, totals.cold.of(inBytes));
        double seen = ghost.ofOthers.sum(inBytes);
        double others = Math.max(0, all - cold - totals.ofHeavies.sum(inBytes));
        double missed = seen == 0 ? 0 : others * missRatio(ghost, inBytes);
        Map<GhostMissCause, Double> parts = new EnumMap<>(GhostMissCause.class);
        for (GhostMissCause cause : GhostMissCause.values()) {
            double ofHeavies = ghost.ofHeavies.of(cause).of(inBytes);
            double ofOthers = seen == 0 ? 0 : ghost.ofOthers.of(cause).of(inBytes) / seen * missed;
            double known = cause == GhostMissCause.COLD ? cold : 0;
            parts.put(cause, all == 0 ? 0 : (known + ofHeavies + ofOthers) / all);
        }
        return parts;
    }

    /** Returns the miss ratio of the requests for keys that are neither new nor among the heaviest. */
    private double missRatio(GhostCache ghost, boolean inBytes) {
        double of = 0;
        double missed = 0;
        for (int stratum = 0; stratum < ReuseDistances.STRATA; stratum++) {
            double weight = others(stratum, inBytes);
            if (weight > 0) {
                of += weight;
                missed += weight * missRatio(ghost, stratum, inBytes);
            }
        }
        return of > 0 ? missed / of : ghost.ofOthers.sum(inBytes) / totals.again.sum(inBytes);
    }

    private double others(int stratum, boolean inBytes) {
        double cold = stratum == ReuseDistances.UNKNOWN ? totals.cold.of(inBytes) : 0;
        return totals.all.of(stratum, inBytes) - totals.ofHeavies.of(stratum, inBytes) - cold;
    }

    private double missRatio(GhostCache ghost, int stratum, boolean inBytes) {
        int from = stratum;
        int to = stratum;
        double requests = totals.again.of(stratum, false);
        double drawn = totals.again.of(stratum, inBytes);
        double missed = ghost.missed.of(stratum, inBytes);
        while (requests < ENOUGH && (from > 0 || to < ReuseDistances.UNKNOWN)) {
            if (from > 0) {
                from--;
                requests += totals.again.of(from, false);
                drawn += totals.again.of(from, inBytes);
                missed += ghost.missed.of(from, inBytes);
            }
            if (to < ReuseDistances.UNKNOWN) {
                to++;
                requests += totals.again.of(to, false);
                drawn += totals.again.of(to, inBytes);
                missed += ghost.missed.of(to, inBytes);
            }
        }
        return drawn == 0 ? 0 : missed / drawn;
    }
}
