package dev.larder.policies.ghost;

/** Memory of the ghosts, and of the heaviest keys within it. Sizes for a 64-bit JVM with compressed references. */
final class GhostMemoryBudget {

    /** A policy's state of a resident: an entry of a map, a node, its place in a heap or a sketch. */
    private static final long RESIDENT_BYTES = 128;

    /** Reads between two checks of the budget. */
    static final int LOOK = 16;

    /** A key, its entry in the map and its hash in a box. */
    private static final long KEY_BYTES = 160;

    /** A reference. */
    private static final long IN_GHOST_BYTES = 4;

    /** Maps, sketches and heaps of an empty ghost. */
    private static final long GHOST_BYTES = 12 << 10;

    /** The shadow caches of the policy {@code larder}. */
    private static final long SHADOWS_BYTES = 160 << 10;

    private final long bound;
    private final long fixed;
    private final long ofKey;
    private final int ghosts;

    /** @param shared bytes that all ghosts use together */
    GhostMemoryBudget(GhostSettings settings, long shared) {
        int sizes = settings.sizes().size();
        long learning = settings.policies().contains(CandidatePolicy.LARDER) ? sizes * SHADOWS_BYTES : 0;
        this.ghosts = settings.policies().size() * sizes;
        this.fixed = shared + ghosts * (GHOST_BYTES + StratumVolumes.BYTES) + learning;
        this.ofKey = KEY_BYTES + ghosts * IN_GHOST_BYTES;
        this.bound = settings.memory() - LOOK * (ofKey + ghosts * RESIDENT_BYTES);
    }

    long bytes(long keys, long residents, long census) {
        return fixed + census + keys * ofKey + residents * RESIDENT_BYTES;
    }

    boolean isExceeded(long bytes) {
        return bytes > bound;
    }

    /** Returns how many of the heaviest keys may be followed: half of the memory is for them, and all ghosts may have each. */
    int mostHeaviest() {
        return (int) Math.max(0, (bound - fixed) / 2 / (ofKey + ghosts * RESIDENT_BYTES));
    }
}
