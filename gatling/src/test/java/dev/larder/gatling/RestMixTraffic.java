package dev.larder.gatling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * An endless sequence of calls as YCSB makes it: a share of reads and a rest of writes, each of them drawn by Zipf's law from a
 * list of endpoints that has the most popular first. The sequence is a function of the seed.
 */
final class RestMixTraffic implements Iterator<LoadRequest> {

    private static final int ENDPOINTS = 2_000;
    private static final int POOLS = 40;

    private final List<LoadRequest> reads;
    private final List<LoadRequest> writes;
    private final double mix;
    private final Random random;
    private final ZipfDraw readRank;
    private final ZipfDraw writeRank;

    /** {@code mix} is the percentage of reads; there must be an endpoint for each kind of call that it asks for. */
    RestMixTraffic(List<LoadRequest> endpoints, double mix, double skew, long seed) {
        this.reads = endpoints.stream().filter(LoadRequest::reads).toList();
        this.writes = endpoints.stream().filter(call -> !call.reads()).toList();
        this.mix = mix;
        this.random = new Random(seed);
        this.readRank = new ZipfDraw(reads.size(), skew);
        this.writeRank = new ZipfDraw(writes.size(), skew);
        if (mix > 0 && reads.isEmpty() || mix < 100 && writes.isEmpty()) {
            throw new InvalidSettingException(
                    "mix",
                    String.valueOf(mix),
                    "a mix for which the trace has endpoints",
                    reads.isEmpty() ? "0" : "100");
        }
    }

    /** Two thousand items of the demo in forty pools, of 200 to 2,000 bytes; three of five are put, others posted, deleted. */
    static List<LoadRequest> demo(long seed) {
        var random = new Random(seed);
        var items = new ArrayList<String>();
        for (int id = 0; id < ENDPOINTS; id++) {
            items.add("/items-s" + id % POOLS + "/" + id + "?size=" + (200 + random.nextInt(1_801)));
        }
        Collections.shuffle(items, random);
        var endpoints = new ArrayList<LoadRequest>();
        for (int rank = 0; rank < ENDPOINTS; rank++) {
            endpoints.add(LoadRequest.get(items.get(rank)));
            endpoints.add(write(rank, items.get(rank)));
        }
        return endpoints;
    }

    private static LoadRequest write(int rank, String item) {
        return switch (rank % 5) {
            case 3 -> LoadRequest.write("POST", item.substring(0, item.lastIndexOf('/')));
            case 4 -> LoadRequest.write("DELETE", item);
            default -> LoadRequest.write("PUT", item);
        };
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public LoadRequest next() {
        return random.nextDouble() * 100 < mix ? reads.get(readRank.draw(random)) : writes.get(writeRank.draw(random));
    }
}
