package dev.larder.policies.ghost;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a ghost's misses mean for all requests. Misses of the heaviest keys are counted; the first requests of all keys are
 * counted, and are misses anywhere; only how many of the other requests are misses is taken from the keys drawn: by a straight
 * line through how often each was asked for again and how often it was missed then, as the numbers of keys and of requests
 * are known (the regression estimator of survey sampling, Cochran, Sampling Techniques, chapter 7).
 */
final class Estimate {

    /** So many keys tell a line and a part of the requests equally well: of fewer the part is trusted more. */
    private static final double FEW = 500;

    private final Totals totals;

    Estimate(Totals totals) {
        this.totals = totals;
    }

    Point of(Ghost ghost) {
        Map<Cause, Double> misses = parts(ghost, false);
        Map<Cause, Double> bytesMissed = parts(ghost, true);
        return new Point(ghost.capacity, 1 - sum(misses), 1 - sum(bytesMissed), misses);
    }

    private static double sum(Map<Cause, Double> parts) {
        return Math.min(
                1, parts.values().stream().mapToDouble(Double::doubleValue).sum());
    }

    private Map<Cause, Double> parts(Ghost ghost, boolean inBytes) {
        double all = totals.all.of(inBytes);
        double cold = Math.min(all, totals.cold.of(inBytes));
        double seen = ghost.ofOthers.sum(inBytes);
        double missed = missed(ghost, inBytes, Math.max(0, all - cold - totals.ofHeavies.of(inBytes)));
        Map<Cause, Double> parts = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            double ofHeavies = ghost.ofHeavies.of(cause).of(inBytes);
            double ofOthers = seen == 0 ? 0 : ghost.ofOthers.of(cause).of(inBytes) / seen * missed;
            double known = cause == Cause.COLD ? cold : 0;
            parts.put(cause, all == 0 ? 0 : (known + ofHeavies + ofOthers) / all);
        }
        return parts;
    }

    /** How many of so many requests, for keys that are neither new nor among the heaviest, are misses. */
    private double missed(Ghost ghost, boolean inBytes, double requests) {
        double n = totals.units.of(inBytes);
        double x = totals.again.of(inBytes);
        double y = ghost.ofOthers.sum(inBytes);
        double determinant = n * totals.squares.of(inBytes) - x * x;
        double coldDrawn = totals.coldDrawn.of(inBytes);
        if (x == 0 || determinant <= 0 || coldDrawn == 0) {
            return x == 0 ? 0 : y / x * requests;
        }
        double slope = (n * ghost.products.of(inBytes) - x * y) / determinant;
        slope = Math.max(0, Math.min(1, slope));
        double base = (y - slope * x) / n;
        double units = totals.cold.of(inBytes) * n / coldDrawn;
        double line = Math.max(0, Math.min(requests, base * units + slope * requests));
        double trust = totals.units.requests / (totals.units.requests + FEW);
        return trust * line + (1 - trust) * y / x * requests;
    }
}
