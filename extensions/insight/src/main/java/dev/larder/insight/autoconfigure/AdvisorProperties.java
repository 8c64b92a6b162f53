package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.insight.advisor.Advisor;
import dev.larder.insight.advisor.AdvisorSettings;
import dev.larder.insight.advisor.StorePolicy;
import dev.larder.policies.eviction.Goal;
import dev.larder.policies.ghost.Candidate;
import dev.larder.policies.ghost.GhostSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Whether other sizes and policies are tried on a sample of the traffic, beside the store.
 *
 * @param enabled whether they are; without, only if larder.store.type is auto
 * @param policies by the names of larder.store.type, in any case the store's own
 * @param sizes of the store, to be tried; none: from a thousandth of larder.store.max-size up to its double, by factors of two
 * @param oneIn one key in so many is followed at most, a power of two; what does not fit in the memory is not followed either
 * @param memory bytes that all of it may take; the sample is as large as they allow
 * @param window reads after which those before count half
 */
@ConfigurationProperties("larder.advisor")
public record AdvisorProperties(
        @Nullable Boolean enabled,
        @DefaultValue({"caffeine", "lru", "gdsf", "larder"}) List<String> policies,
        @DefaultValue List<DataSize> sizes,
        @DefaultValue("1") long oneIn,
        @DefaultValue("8MB") DataSize memory,
        @DefaultValue("1000000") long window) {

    private static final int HALVINGS = 10;
    private static final DataSize LEAST = DataSize.ofMegabytes(6);
    private static final DataSize MOST = DataSize.ofMegabytes(256);
    private static final String POLICIES = "larder.advisor.policies";

    public AdvisorProperties {
        String names = String.join(", ", Candidate.names());
        for (String policy : policies) {
            Require.that(
                    Candidate.of(policy).isPresent(),
                    POLICIES,
                    policy,
                    "there is no policy of this name",
                    "some of " + names);
        }
        for (DataSize size : sizes) {
            Require.that(size.toBytes() > 0, "larder.advisor.sizes", size, "a store holds at least one byte", "64MB");
        }
        Require.that(
                oneIn > 0 && Long.bitCount(oneIn) == 1,
                "larder.advisor.one-in",
                oneIn,
                "the sample shrinks by halves, so it is a power of two",
                "16, or 1 for as many keys as larder.advisor.memory allows");
        Require.that(
                memory.compareTo(LEAST) >= 0 && memory.compareTo(MOST) <= 0,
                "larder.advisor.memory",
                memory,
                "a sample takes between 6MB and 256MB",
                "8MB, or larder.advisor.enabled=false for none");
        Require.that(window > 0, "larder.advisor.window", window, "it is a number of reads, more than zero", "1000000");
    }

    /** What is tried beside that store. */
    AdvisorSettings settings(LarderProperties.Store store, StorePolicy live, long seed) {
        requireFor(store.type());
        long size = store.maxSize().toBytes();
        return new AdvisorSettings(
                enabled == null ? live.isAuto() : enabled,
                live,
                size,
                store.goal() == Goal.BYTES,
                new GhostSettings(
                        tried(store), sizes(size), oneIn, memory.toBytes() - Advisor.SEEN_BYTES, window, seed));
    }

    /** The policies that are. */
    List<Candidate> tried(LarderProperties.Store store) {
        Set<Candidate> tried = new LinkedHashSet<>(List.of(AutoStoreFactory.candidate(store.type())));
        policies.forEach(policy -> tried.add(Candidate.of(policy).orElseThrow()));
        return List.copyOf(tried);
    }

    /** The type auto goes by what the ghosts say. */
    private void requireFor(String type) {
        Require.that(
                !type.equals(AutoStoreFactory.AUTO) || enabled == null || enabled,
                "larder.advisor.enabled",
                enabled,
                "larder.store.type=auto goes by what the advisor finds",
                "true, or larder.store.type=caffeine beside it");
    }

    private List<Long> sizes(long live) {
        List<Long> tried = new ArrayList<>(List.of(live));
        sizes.forEach(size -> tried.add(size.toBytes()));
        if (sizes.isEmpty()) {
            tried.add(2 * live);
            for (int halving = 1; halving <= HALVINGS; halving++) {
                tried.add(Math.max(1, live >> halving));
            }
        }
        return tried;
    }
}
