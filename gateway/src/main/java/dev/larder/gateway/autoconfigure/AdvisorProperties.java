package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.observe.advisor.Advisor;
import dev.larder.gateway.observe.advisor.AdvisorSettings;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.policies.ghost.Candidate;
import dev.larder.policies.ghost.GhostSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Whether other sizes and policies are tried on a sample of the traffic, beside the store.
 *
 * @param enabled whether they are
 * @param policies by the names of larder.store.type, in any case the store's own
 * @param sizes of the store, to be tried; none: from a thousandth of larder.store.max-size up to its double, by factors of two
 * @param memory bytes that all of it may take; the sample is as large as they allow
 * @param window reads after which those before count half
 */
public record AdvisorProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue({"caffeine", "lru", "gdsf", "larder"}) List<String> policies,
        @DefaultValue List<DataSize> sizes,
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
                memory.compareTo(LEAST) >= 0 && memory.compareTo(MOST) <= 0,
                "larder.advisor.memory",
                memory,
                "a sample takes between 6MB and 256MB",
                "8MB, or larder.advisor.enabled=false for none");
        Require.that(window > 0, "larder.advisor.window", window, "it is a number of reads, more than zero", "1000000");
    }

    /** What is tried beside that store. */
    AdvisorSettings settings(LarderProperties.Store store, long seed) {
        Candidate live = Candidate.of(store.type().policy().map(PolicyName::id).orElse(Candidate.CAFFEINE.id()))
                .orElseThrow();
        long size = store.maxSize().toBytes();
        Set<Candidate> tried = new LinkedHashSet<>(List.of(live));
        policies.forEach(policy -> tried.add(Candidate.of(policy).orElseThrow()));
        return new AdvisorSettings(
                enabled,
                live,
                size,
                new GhostSettings(
                        List.copyOf(tried), sizes(size), 1, memory.toBytes() - Advisor.SEEN_BYTES, window, seed));
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
