package dev.larder.policies.eviction;

/**
 * How much an object that was requested f times and has s bytes is preferred: (f / s^a)^p. The size exponent a says what
 * a byte must earn (1: every byte alike, so small objects come first; 0: size does not count). The power p says how
 * frequency stands to recency: L rises by what victims were worth, so the steeper the scale, the longer the worthy stay;
 * at p = 0 all are worth the same and the least recently requested leaves.
 */
final class RetentionPreference {

    /** The sketch counts to fifteen. */
    private static final int MAX_FREQUENCY = 15;

    private final double sizeExponent;
    private final double power;
    private final double[] byFrequency = new double[MAX_FREQUENCY + 1];

    /** Twice the exponent of size, ap: halves come without calling upon {@link Math#pow} for each request. */
    private final int halves;

    RetentionPreference(double sizeExponent, double power) {
        this.halves = (int) (2 * sizeExponent * power);
        if (halves != 2 * sizeExponent * power) {
            throw new IllegalArgumentException("2ap is not a whole number, a = " + sizeExponent + ", p = " + power);
        }
        this.sizeExponent = sizeExponent;
        this.power = power;
        for (int frequency = 0; frequency <= MAX_FREQUENCY; frequency++) {
            byFrequency[frequency] = Math.pow(Math.max(1, frequency), power);
        }
    }

    /** The part of the preference that size decides, s^-ap. */
    double worth(long size) {
        double worth = (halves & 1) == 0 ? 1 : 1 / Math.sqrt((double) size);
        for (int i = 0; i < halves / 2; i++) {
            worth /= size;
        }
        return worth;
    }

    /** The whole of it, for this frequency, 0 to 15, and the part that size decides. */
    double value(int frequency, double worth) {
        return byFrequency[frequency] * worth;
    }

    @Override
    public String toString() {
        return "(f / s^" + sizeExponent + ")^" + power;
    }
}
