package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.insight.advisor.AdvisorSettings;
import dev.larder.insight.advisor.StoreAdvisor;
import dev.larder.insight.advisor.TriedSizes;
import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.policies.ghost.GhostSettings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The comparison of the store with other sizes and policies, on a sample of the traffic.
 *
 * @param enabled Whether the advisor compares sizes and policies.
 * @param policies Eviction policies to compare with the policy of the store.
 * @param sampleRate Share of the keys that the advisor follows at most, above 0 and up to 1, rounded down to a power of two.
 */
@ConfigurationProperties("larder.advisor")
public record AdvisorProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue({"caffeine", "lru", "gdsf", "larder"}) List<String> policies,
        @DefaultValue("1.0") double sampleRate) {

    private static final int MAX_HALVINGS = 30;
    private static final String POLICIES = "larder.advisor.policies";

    public AdvisorProperties {
        String names = String.join(", ", CandidatePolicy.names());
        for (String policy : policies) {
            PropertyChecks.that(
                    CandidatePolicy.of(policy).isPresent(),
                    POLICIES,
                    policy,
                    "there is no policy of this name",
                    "some of " + names);
        }
        PropertyChecks.that(
                sampleRate > 0 && sampleRate <= 1,
                "larder.advisor.sample-rate",
                sampleRate,
                "a sample rate is above 0 and up to 1",
                "0.0625, or 1.0 for all keys");
    }

    /** What is tried beside that store. */
    AdvisorSettings settings(StoreProperties store, TriedSizes sizes, long seed) {
        long size = store.maxSize().toBytes();
        return new AdvisorSettings(
                enabled,
                live(store),
                size,
                new GhostSettings(
                        tried(store),
                        sizes.beside(size),
                        oneIn(),
                        StoreAdvisor.MEMORY_BYTES - StoreAdvisor.SEEN_BYTES,
                        StoreAdvisor.WINDOW,
                        seed));
    }

    /** The advisor follows one key in so many: the sample shrinks by halves, so this is a power of two. */
    private long oneIn() {
        return 1L << Math.min(MAX_HALVINGS, -Math.getExponent(sampleRate));
    }

    /** The policy of the store in memory; a store of another type is compared with the default. */
    private static CandidatePolicy live(StoreProperties store) {
        return CandidatePolicy.of(store.type()).orElse(CandidatePolicy.CAFFEINE);
    }

    private List<CandidatePolicy> tried(StoreProperties store) {
        Set<CandidatePolicy> tried = new LinkedHashSet<>(List.of(live(store)));
        policies.forEach(policy -> tried.add(CandidatePolicy.of(policy).orElseThrow()));
        return List.copyOf(tried);
    }
}
