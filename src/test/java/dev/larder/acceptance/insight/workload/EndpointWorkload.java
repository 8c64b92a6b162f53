package dev.larder.acceptance.insight.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Requests for the endpoints, popular by Zipf's law with exponent 0.99: four in five read, the others write.
 *
 * @param seed of the order, and of which endpoint is how popular
 */
record EndpointWorkload(WorkloadEndpoints endpoints, long seed, int requests) {

    private static final double EXPONENT = 0.99;
    private static final double WRITES = 0.2;

    /** One request. */
    record Request(String path, boolean write) {}

    /** The requests in their order; the same at each call. */
    Stream<Request> stream() {
        var random = new Random(seed);
        List<String> byRank = new ArrayList<>(endpoints.paths());
        Collections.shuffle(byRank, random);
        double[] cumulated = cumulated(byRank.size());
        return Stream.generate(() ->
                        new Request(byRank.get(rank(cumulated, random.nextDouble())), random.nextDouble() < WRITES))
                .limit(requests);
    }

    private static double[] cumulated(int ranks) {
        double[] cumulated = new double[ranks];
        double sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += Math.pow(rank + 1, -EXPONENT);
            cumulated[rank] = sum;
        }
        for (int rank = 0; rank < ranks; rank++) {
            cumulated[rank] /= sum;
        }
        return cumulated;
    }

    private static int rank(double[] cumulated, double drawn) {
        int found = java.util.Arrays.binarySearch(cumulated, drawn);
        return Math.min(found < 0 ? -found - 1 : found, cumulated.length - 1);
    }
}
