package dev.larder.simulator.cluster;

import java.util.Random;
import java.util.function.ToIntFunction;

/** The requested objects and their popularity: objects from 0, each with a size and a pool. */
public final class ObjectCatalog {

    private final long[] sizes;
    private final int pools;
    private final ToIntFunction<Random> popularity;

    /**
     * @param sizes bytes of each object
     * @param pools number of pools, among which objects are evenly distributed
     * @param popularity draws an object
     */
    public ObjectCatalog(long[] sizes, int pools, ToIntFunction<Random> popularity) {
        ArgumentCheck.that(pools >= 1 && pools <= sizes.length, "at least one pool, and at most one for each object");
        this.sizes = sizes.clone();
        this.pools = pools;
        this.popularity = popularity;
    }

    int draw(Random random) {
        return popularity.applyAsInt(random);
    }

    long size(int object) {
        return sizes[object];
    }

    int pool(int object) {
        return object % pools;
    }

    int pools() {
        return pools;
    }
}
