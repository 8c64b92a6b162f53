package dev.larder.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.rfc9111.CachePolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Random histories of reads and writes, overlapping in every way, against a model of the service: a 304 is only answered
 * when the service's current content is that from which the client's tag was computed. Another seed:
 * {@code -Dlarder.seed=N}.
 */
class EntityTagHistoryTest {

    /** Writes of the model change their whole pool. */
    private static final RequestRule WHOLE_POOLS = new RequestRule(
            "",
            List.of(),
            Set.of(),
            new InvalidationSettings(
                    Optional.empty(), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE),
            CachePolicy.DEFAULT,
            KeySettings.PLAIN,
            RuleOptions.PLAIN,
            "");

    private static final long SEED = Long.getLong("larder.seed", 9110);
    private static final int OPERATIONS = Integer.getInteger("larder.operations", 30_000);
    private static final EntityTagLimits SMALL = new EntityTagLimits(
            12, 1 << 20, 1 << 20, EntityTagsFilterFixture.LIMITS.maxBody(), EntityTagsFilterFixture.LIMITS.maxWait());
    private static final Map<String, Set<String>> COUPLED =
            Map.of("users", Set.of("skills"), "skills", Set.of("paths"));

    @BeforeEach
    void stopTheTime() {
        VirtualTimeScheduler.getOrSet();
    }

    @AfterEach
    void letTimePass() {
        VirtualTimeScheduler.reset();
    }

    @Test
    void neverAnswers304ForOutdatedContent() {
        EntityTagHistory history = new EntityTagHistory(SEED, new EntityTagsFilterFixture(SMALL, rules(COUPLED)), 0);
        history.run(OPERATIONS);
        assertThat(history.wrong()).as("seed %d", SEED).isEmpty();
        assertThat(history.unasked()).as("304 without the service").isGreaterThan(OPERATIONS / 100);
        assertThat(history.unchanged()).as("304 with the service").isGreaterThan(OPERATIONS / 1000);
    }

    @Test
    void checkerDetectsWriteThatBypassesFilter() {
        EntityTagHistory history = new EntityTagHistory(SEED, new EntityTagsFilterFixture(SMALL, rules(COUPLED)), 100);
        history.run(OPERATIONS / 4);
        assertThat(history.wrong()).as("seed %d", SEED).isNotEmpty();
    }

    @Test
    void checkerDetectsMissingCoupling() {
        EntityTagHistory history = new EntityTagHistory(
                SEED, new EntityTagsFilterFixture(SMALL, rules(Map.of("users", Set.of("skills")))), 0);
        history.run(OPERATIONS / 4);
        assertThat(history.wrong()).as("seed %d", SEED).isNotEmpty();
    }

    private static RuleSet rules(Map<String, Set<String>> couplings) {
        return new RuleSet(List.of(), WHOLE_POOLS, new Couplings(couplings), PoolPrefixes.NONE);
    }
}
