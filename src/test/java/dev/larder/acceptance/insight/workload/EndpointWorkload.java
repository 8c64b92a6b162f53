package dev.larder.acceptance.insight.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Requests for endpoints that are popular by Zipf's law with exponent 0.99.
 *
 * @param paths what is read
 * @param written what is written, of these paths
 * @param writes their share of all requests
 * @param seed of the order, and of which endpoint is how popular
 */
record EndpointWorkload(List<String> paths, Set<String> written, double writes, long seed, int requests) {

    private static final double EXPONENT = 0.99;
    private static final double WRITES = 0.2;

    /** Four in five requests read, the others write any endpoint. */
    EndpointWorkload(WorkloadEndpoints endpoints, long seed, int requests) {
        this(endpoints.paths(), Set.copyOf(endpoints.paths()), WRITES, seed, requests);
    }

    /** One request. */
    record Request(String path, boolean write) {}

    /** The requests in their order; the same at each call. */
    Stream<Request> stream() {
        var random = new Random(seed);
        List<String> byRank = new ArrayList<>(paths);
        Collections.shuffle(byRank, random);
        List<String> writtenByRank = byRank.stream().filter(written::contains).toList();
        double[] cumulated = cumulated(byRank.size());
        double[] cumulatedWrites = cumulated(writtenByRank.size());
        return Stream.generate(() -> {
                    double drawn = random.nextDouble();
                    return random.nextDouble() < writes
                            ? new Request(writtenByRank.get(rank(cumulatedWrites, drawn)), true)
                            : new Request(byRank.get(rank(cumulated, drawn)), false);
                })
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
