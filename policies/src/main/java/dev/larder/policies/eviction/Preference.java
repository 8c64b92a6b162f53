package dev.larder.policies.eviction;

/**
 * How much an object that was requested f times and has s bytes is preferred: (f / s^a)^p. The size exponent a says what
 * a byte must earn (1: every byte alike, so small objects come first; 0: size does not count). The power p says how
 * frequency stands to recency: L rises by what victims were worth, so the steeper the scale, the longer the worthy stay;
 * at p = 0 all are worth the same and the least recently requested leaves.
 */
final class Preference {

    /** The sketch counts to fifteen. */
    private static final int MAX_FREQUENCY = 15;

    private final double sizeExponent;
    private final double power;
    private final double[] byFrequency = new double[MAX_FREQUENCY + 1];

    Preference(double sizeExponent, double power) {
        this.sizeExponent = sizeExponent;
        this.power = power;
        for (int frequency = 0; frequency <= MAX_FREQUENCY; frequency++) {
            byFrequency[frequency] = Math.pow(Math.max(1, frequency), power);
        }
    }

    /** The part of the preference that size decides, s^-ap. */
    double worth(long size) {
        double exponent = sizeExponent * power;
        if (exponent == 0) {
            return 1;
        }
        return exponent == 1 ? 1.0 / size : Math.pow(size, -exponent);
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
