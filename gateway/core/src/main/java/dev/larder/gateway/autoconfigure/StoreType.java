package dev.larder.gateway.autoconfigure;

import dev.larder.policies.eviction.PolicyName;
import dev.larder.policies.ghost.Candidate;
import java.util.Optional;

/** Who decides which responses stay in the store. */
public enum StoreType {
    /** W-TinyLFU, as Caffeine has it. */
    CAFFEINE,
    /** W-TinyLFU at first, then whichever the advisor finds to be better for long enough; entries are kept. */
    AUTO,
    /** The least recently used leaves. */
    LRU,
    /** The least frequently used leaves. */
    LFU,
    /** The one stored first leaves. */
    FIFO,
    /** Chance decides. */
    RANDOM,
    /** GreedyDual-Size: the large leave before the small. */
    GDS,
    /** GreedyDual-Size-Frequency: the large and rarely used leave first. */
    GDSF,
    /** GDSF that does not store what would be among its own victims. */
    GDSF_REFUSING,
    /** LFU with dynamic aging. */
    LFUDA,
    /** LRU with admission by a counting sketch. */
    TINYLFU,
    /** S3-FIFO: three queues, quick demotion. */
    S3FIFO,
    /** SIEVE: one queue, lazy promotion. */
    SIEVE,
    /** Larder's own: weighs size, frequency and recency as the traffic rewards it. */
    LARDER,
    /** What all members of a cluster share, and in front of it W-TinyLFU. */
    HAZELCAST,
    /** None of them in memory: responses are in a folder on disk, where larder.disk.policy decides. */
    DISK;

    /** The eviction policy of that name; empty where Caffeine has its own, and for the disk. */
    Optional<PolicyName> policy() {
        return this == CAFFEINE || this == AUTO || this == HAZELCAST || this == DISK
                ? Optional.empty()
                : Optional.of(PolicyName.valueOf(name()));
    }

    /** What a store of this type has in memory, at first. */
    Candidate candidate() {
        return Candidate.of(policy().map(PolicyName::id).orElse(Candidate.CAFFEINE.id()))
                .orElseThrow();
    }
}
