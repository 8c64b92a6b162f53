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
final class RestMixTraffic implements Iterator<Call> {

    private static final int ENDPOINTS = 2_000;
    private static final int POOLS = 40;

    private final List<Call> reads;
    private final List<Call> writes;
    private final double mix;
    private final Random random;
    private final Zipf readRank;
    private final Zipf writeRank;

    /** {@code mix} is the percentage of reads; there must be an endpoint for each kind of call that it asks for. */
    RestMixTraffic(List<Call> endpoints, double mix, double skew, long seed) {
        this.reads = endpoints.stream().filter(Call::reads).toList();
        this.writes = endpoints.stream().filter(call -> !call.reads()).toList();
        this.mix = mix;
        this.random = new Random(seed);
        this.readRank = new Zipf(reads.size(), skew);
        this.writeRank = new Zipf(writes.size(), skew);
        if (mix > 0 && reads.isEmpty() || mix < 100 && writes.isEmpty()) {
            throw new InvalidSettingException(
                    "mix",
                    String.valueOf(mix),
                    "a mix for which the trace has endpoints",
                    reads.isEmpty() ? "0" : "100");
        }
    }

    /** Two thousand items of the demo in forty pools, of 200 to 2,000 bytes; three of five are put, others posted, deleted. */
    static List<Call> demo(long seed) {
        var random = new Random(seed);
        var items = new ArrayList<String>();
        for (int id = 0; id < ENDPOINTS; id++) {
            items.add("/items-s" + id % POOLS + "/" + id + "?size=" + (200 + random.nextInt(1_801)));
        }
        Collections.shuffle(items, random);
        var endpoints = new ArrayList<Call>();
        for (int rank = 0; rank < ENDPOINTS; rank++) {
            endpoints.add(Call.get(items.get(rank)));
            endpoints.add(write(rank, items.get(rank)));
        }
        return endpoints;
    }

    private static Call write(int rank, String item) {
        return switch (rank % 5) {
            case 3 -> Call.write("POST", item.substring(0, item.lastIndexOf('/')));
            case 4 -> Call.write("DELETE", item);
            default -> Call.write("PUT", item);
        };
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Call next() {
        return random.nextDouble() * 100 < mix ? reads.get(readRank.draw(random)) : writes.get(writeRank.draw(random));
    }
}
