package dev.larder.policies.eviction;

/**
 * The preference for an object of s bytes that was requested f times: (f / s^a)^p. The size exponent a sets the weight
 * of size (1: every byte counts alike, so small objects come first; 0: size does not count). The power p sets the
 * weight of frequency against recency: L rises by the value of victims, so the steeper the scale, the longer valuable
 * objects stay. At p = 0 all objects have the same value, and the least recently requested is evicted.
 */
final class RetentionPreference {

    /** The maximum count of the sketch. */
    private static final int MAX_FREQUENCY = 15;

    private final double sizeExponent;
    private final double power;
    private final double[] byFrequency = new double[MAX_FREQUENCY + 1];

    /** Twice the exponent of size, ap: half powers need no call of {@link Math#pow} for each request. */
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

    /** Returns the part of the preference that depends on size, s^-ap. */
    double worth(long size) {
        double worth = (halves & 1) == 0 ? 1 : 1 / Math.sqrt((double) size);
        for (int i = 0; i < halves / 2; i++) {
            worth /= size;
        }
        return worth;
    }

    /** Returns the preference for this frequency, 0 to 15, and this part that depends on size. */
    double value(int frequency, double worth) {
        return byFrequency[frequency] * worth;
    }

    @Override
    public String toString() {
        return "(f / s^" + sizeExponent + ")^" + power;
    }
}
