package dev.larder.cluster.protocol;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A resource at its origin, and what clients have learned of it. */
final class SimulatedResource {

    private final List<String> violations = new ArrayList<>();
    private final Set<Integer> unfenced = new HashSet<>();
    private int version;
    private int released;
    private int seen;

    int version() {
        return version;
    }

    /** Carries a write out. */
    int write() {
        return ++version;
    }

    /** Carries out a write that has no fence: until it is answered, others may read what was before. */
    int writeUnfenced() {
        unfenced.add(++version);
        return version;
    }

    /** The response to the write of this version has been released. */
    void released(int written) {
        released = Math.max(released, written);
    }

    /** The latest version whose writer knows of it. */
    int released() {
        return released;
    }

    /** The latest version that a reader knows of. */
    int seen() {
        return seen;
    }

    /** A read has ended that began when those were released and seen. */
    void read(int read, int releasedBefore, int seenBefore, String where) {
        if (read < releasedBefore) {
            violations.add("read " + read + " after the write of " + releasedBefore + " was answered: " + where);
        } else if (read < seenBefore) {
            violations.add("read " + read + " after " + seenBefore + " was read: " + where);
        }
        if (!unfenced.contains(read)) {
            seen = Math.max(seen, read);
        }
    }

    List<String> violations() {
        return violations;
    }
}
