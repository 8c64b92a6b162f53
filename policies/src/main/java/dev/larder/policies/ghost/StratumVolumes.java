package dev.larder.policies.ghost;

/** Requests and their bytes, by strata of {@link ReuseDistances}. */
final class StratumVolumes {

    /** Memory per ghost, in bytes. */
    static final long BYTES = 2L * Double.BYTES * ReuseDistances.STRATA;

    private final double[] requests = new double[ReuseDistances.STRATA];
    private final double[] bytes = new double[ReuseDistances.STRATA];

    void add(int stratum, double times, double sum) {
        requests[stratum] += times;
        bytes[stratum] += sum;
    }

    double of(int stratum, boolean inBytes) {
        return inBytes ? bytes[stratum] : requests[stratum];
    }

    double sum(boolean inBytes) {
        double sum = 0;
        for (int stratum = 0; stratum < ReuseDistances.STRATA; stratum++) {
            sum += of(stratum, inBytes);
        }
        return sum;
    }

    void halve() {
        for (int stratum = 0; stratum < ReuseDistances.STRATA; stratum++) {
            requests[stratum] /= 2;
            bytes[stratum] /= 2;
        }
    }
}
