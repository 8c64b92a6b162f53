package dev.larder.experiments.traffic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The case study's mix: endpoints in pools, asked for as often as Zipf's law says, four reads to a write. Which endpoints are
 * popular, and how large their bodies are, is the same for every seed.
 */
public final class CaseStudyMix {

    /** Endpoints of the mix at full size. */
    public static final int ENDPOINTS = 2_000;

    private static final int POOLS = 40;
    private static final double ALPHA = 0.99;
    private static final double WRITES = 0.2;
    private static final double MEDIAN_SIZE = 440;
    private static final double SIGMA = 0.86;
    private static final int LEAST = 100;
    private static final int MOST = 8_000;
    private static final List<String> WRITING = List.of("PUT", "POST", "DELETE");

    private final int endpoints;
    private final ZipfRanks popularity;
    private final List<Integer> order;
    private final int[] sizes;

    /** Of so many endpoints. */
    public CaseStudyMix(int endpoints) {
        this.endpoints = endpoints;
        this.popularity = new ZipfRanks(endpoints, ALPHA);
        var random = new Random(1);
        this.order = new ArrayList<>(IntStream.range(0, endpoints).boxed().toList());
        Collections.shuffle(order, random);
        this.sizes = IntStream.range(0, endpoints)
                .map(any -> size(random.nextGaussian()))
                .toArray();
    }

    private static int size(double gaussian) {
        return (int) Math.min(MOST, Math.max(LEAST, MEDIAN_SIZE * Math.exp(SIGMA * gaussian)));
    }

    /** Bytes of all bodies together. */
    public long footprint() {
        return IntStream.of(sizes).asLongStream().sum();
    }

    /** How many endpoints there are. */
    public int endpoints() {
        return endpoints;
    }

    /** Endless calls to collections with that prefix; parameters are put at the end of each query. */
    public Iterator<ExperimentRequest> calls(String prefix, long seed, String parameters) {
        var random = new Random(seed);
        return Stream.generate(() -> call(random, prefix, parameters)).iterator();
    }

    /** A read of every endpoint. */
    public Iterator<ExperimentRequest> all(String prefix, String parameters) {
        return IntStream.range(0, endpoints)
                .mapToObj(endpoint -> read(prefix, endpoint, parameters))
                .iterator();
    }

    /** Lines of the simulator's CSV for the calls of that seed; so many bytes are added to each size. */
    public Stream<String> trace(long seed, int requests, int overhead) {
        var random = new Random(seed);
        return Stream.concat(
                Stream.of("time,key,size,op,segment"),
                IntStream.rangeClosed(1, requests).mapToObj(time -> {
                    var endpoint = order.get(popularity.next(random));
                    var writes = random.nextDouble() < WRITES;
                    if (writes) {
                        random.nextInt(WRITING.size());
                    }
                    return time + "," + endpoint + "," + (sizes[endpoint] + overhead) + "," + (writes ? "W," : "R,")
                            + endpoint;
                }));
    }

    private ExperimentRequest call(Random random, String prefix, String parameters) {
        var endpoint = order.get(popularity.next(random));
        if (random.nextDouble() < WRITES) {
            var method = WRITING.get(random.nextInt(WRITING.size()));
            return new ExperimentRequest(method, path(prefix, endpoint) + "?" + parameters, -1);
        }
        return read(prefix, endpoint, parameters);
    }

    private ExperimentRequest read(String prefix, int endpoint, String parameters) {
        return ExperimentRequest.get(
                path(prefix, endpoint) + "?size=" + sizes[endpoint] + "&" + parameters, sizes[endpoint]);
    }

    private static String path(String prefix, int endpoint) {
        return "/items-" + prefix + "x" + endpoint % POOLS + "/" + endpoint;
    }
}
