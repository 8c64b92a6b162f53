package dev.larder.simulator;

import java.util.Random;

/**
 * The parameters of a generated workload.
 *
 * @param objects number of objects
 * @param requests number of requests
 * @param alpha exponent of Zipf's law
 * @param writes fraction of the requests that write, 0 to 1
 * @param pools number of pools, among which objects are evenly distributed
 * @param sizes distribution of object sizes
 */
record WorkloadParameters(int objects, long requests, double alpha, double writes, int pools, Sizes sizes) {

    /**
     * Sizes in bytes, lognormal.
     *
     * @param median half of them are smaller, before scaling
     * @param sigma standard deviation of the logarithm; 0 makes all equal
     * @param total sum to which all are scaled, or 0 for no scaling
     */
    record Sizes(long median, double sigma, long total) {}

    /** The access patterns of the RPC study: 50 documents around 90 KB, some 6 MB in all. */
    static final WorkloadParameters PATTERN = new WorkloadParameters(50, 500, 0, 0, 1, new Sizes(93_000, 0.78, 0));

    /** A REST service: 2,000 endpoints, four reads to a write. */
    static final WorkloadParameters REST =
            new WorkloadParameters(2_000, 100_000, 0.99, 0.2, 40, new Sizes(440, 0.86, 0));

    /** A loop over objects of size one. */
    static final WorkloadParameters CYCLE = new WorkloadParameters(1_000, 100_000, 0, 0, 1, new Sizes(1, 0, 0));

    WorkloadParameters {
        check(objects >= 1, "objects >= 1");
        check(requests >= 0, "requests >= 0");
        check(alpha >= 0, "alpha >= 0");
        check(writes >= 0 && writes <= 1, "writes from 0 to 1");
        check(pools >= 1, "pools >= 1");
        check(sizes.median >= 1 && sizes.sigma >= 0 && sizes.total >= 0, "median >= 1, sigma >= 0, total >= 0");
    }

    private static void check(boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected);
        }
    }

    /** Returns these parameters with changes such as {@code objects=500,alpha=0.8}. */
    WorkloadParameters with(String changes) {
        WorkloadParameters changed = this;
        for (String change : changes.split(",", -1)) {
            String[] parts = change.split("=", -1);
            check(parts.length == 2, "name=value instead of \"" + change + '"');
            changed = changed.with(parts[0], parts[1]);
        }
        return changed;
    }

    private WorkloadParameters with(String name, String value) {
        try {
            return switch (name) {
                case "objects" ->
                    new WorkloadParameters(Integer.parseInt(value), requests, alpha, writes, pools, sizes);
                case "requests" -> new WorkloadParameters(objects, Long.parseLong(value), alpha, writes, pools, sizes);
                case "alpha" ->
                    new WorkloadParameters(objects, requests, Double.parseDouble(value), writes, pools, sizes);
                case "writes" ->
                    new WorkloadParameters(objects, requests, alpha, Double.parseDouble(value), pools, sizes);
                case "pools" ->
                    new WorkloadParameters(objects, requests, alpha, writes, Integer.parseInt(value), sizes);
                case "median" -> with(new Sizes(Long.parseLong(value), sizes.sigma, sizes.total));
                case "sigma" -> with(new Sizes(sizes.median, Double.parseDouble(value), sizes.total));
                case "total" -> with(new Sizes(sizes.median, sizes.sigma, Long.parseLong(value)));
                default ->
                    throw new IllegalArgumentException("expected objects, requests, alpha, writes, pools, median,"
                            + " sigma or total instead of \"" + name + '"');
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number for " + name + " instead of \"" + value + '"', e);
        }
    }

    private WorkloadParameters with(Sizes changed) {
        return new WorkloadParameters(objects, requests, alpha, writes, pools, changed);
    }

    /** Draws the size of each object. */
    long[] draw(Random random) {
        var drawn = new double[objects];
        double sum = 0;
        for (int i = 0; i < objects; i++) {
            drawn[i] = sizes.median * Math.exp(sizes.sigma * random.nextGaussian());
            sum += drawn[i];
        }
        double scale = sizes.total == 0 ? 1 : sizes.total / sum;
        var result = new long[objects];
        for (int i = 0; i < objects; i++) {
            result[i] = Math.max(1, Math.round(drawn[i] * scale));
        }
        return result;
    }
}
