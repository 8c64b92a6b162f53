package dev.larder.gatling;

import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The two access patterns of the RPC study over its fifty objects: any of them at random; or, staggered, every third request
 * for a first one, every fifth for a second, every seventh for a third, where the higher number wins, the others at random, and
 * the three drawn again every fifty requests. The sequence is a function of the seed.
 */
final class RpcTraffic implements Iterator<LoadRequest> {

    private static final int OBJECTS = 50;
    private static final int DRAWN_AGAIN_AFTER = 50;
    private static final int LEAST = 10_000;
    private static final int MOST = 240_000;

    private final List<LoadRequest> objects;
    private final boolean staggered;
    private final Random random;
    private long sent;
    private int[] drawn = {};

    private RpcTraffic(List<LoadRequest> objects, boolean staggered, long seed) {
        this.objects = objects;
        this.staggered = staggered;
        this.random = new Random(seed);
    }

    static RpcTraffic random(List<LoadRequest> objects, long seed) {
        return new RpcTraffic(objects, false, seed);
    }

    static RpcTraffic staggered(List<LoadRequest> objects, long seed) {
        return new RpcTraffic(objects, true, seed);
    }

    /** Items of the demo of 10 to 240 kB, six megabytes altogether, in a collection of that name. */
    static List<LoadRequest> demo(String name, long seed) {
        var random = new Random(seed);
        return IntStream.range(0, OBJECTS)
                .mapToObj(id -> {
                    int size = random.nextInt(LEAST, MOST);
                    return LoadRequest.get("/items-" + name + "/" + id + "?size=" + size, size);
                })
                .toList();
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public LoadRequest next() {
        if (sent % DRAWN_AGAIN_AFTER == 0) {
            drawn = random.ints(0, objects.size())
                    .distinct()
                    .limit(Math.min(3, objects.size()))
                    .toArray();
        }
        sent++;
        return objects.get(staggered ? staggered() : random.nextInt(objects.size()));
    }

    private int staggered() {
        if (sent % 7 == 0 && drawn.length > 2) {
            return drawn[2];
        }
        if (sent % 5 == 0 && drawn.length > 1) {
            return drawn[1];
        }
        return sent % 3 == 0 ? drawn[0] : random.nextInt(objects.size());
    }
}
