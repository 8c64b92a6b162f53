package dev.larder.experiments.traffic;

import java.util.Iterator;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Reads that are spread over the routes of a gateway: each route has a collection of its own, {@code /items-r0} and so on.
 *
 * @param routes how many there are
 */
public record RoutedRequests(int routes) {

    /** How many URLs are read again and again, whatever the number of routes. */
    public static final int STORED = 1_000;

    private static final int SIZE = 1_000;
    private static final long FRESH_IN_A_ROUND = 100_000_000;

    /** The paths of a route, as a pattern. */
    public static String pattern(int route) {
        return "/items-r" + route + "/**";
    }

    /** Each of the URLs that are read again, once; they are spread evenly over all routes. */
    public Iterator<ExperimentRequest> stored() {
        return IntStream.range(0, STORED).mapToObj(this::stored).iterator();
    }

    /** The same URLs in a random order, endless. */
    public Iterator<ExperimentRequest> again(long seed) {
        return new Random(seed).ints(0, STORED).mapToObj(this::stored).iterator();
    }

    /** URLs that no other round has, on a random route each, endless. */
    public Iterator<ExperimentRequest> fresh(long round) {
        var random = new Random(round);
        return LongStream.iterate((round + 1) * FRESH_IN_A_ROUND, number -> number + 1)
                .mapToObj(number -> read(random.nextInt(routes), number))
                .iterator();
    }

    private ExperimentRequest stored(int number) {
        return read((int) ((long) number * routes / STORED), number);
    }

    private static ExperimentRequest read(int route, long number) {
        return ExperimentRequest.get("/items-r" + route + "/" + number + "?latency=0&size=" + SIZE, SIZE);
    }
}
