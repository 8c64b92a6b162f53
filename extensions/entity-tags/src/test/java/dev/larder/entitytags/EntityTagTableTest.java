package dev.larder.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.HeaderFields;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is kept is bounded, and what was used last is forgotten last. */
class EntityTagTableTest {

    private static final long SEED = Long.getLong("larder.seed", 9110);
    private static final long ROOM = 1 << 20;
    private static final HeaderFields NOTHING = HeaderFields.EMPTY;

    @Test
    void poolEvictsLeastRecentlyUsedTag() {
        EntityTagTable table = table(2, ROOM, ROOM);
        put(table, "p", "a");
        put(table, "p", "b");
        assertThat(find(table, "p", "a")).isPresent();
        put(table, "p", "c");
        assertThat(find(table, "p", "b")).isEmpty();
        assertThat(find(table, "p", "a")).isPresent();
        assertThat(find(table, "p", "c")).isPresent();
        assertThat(table.count("p")).isEqualTo(2);
    }

    @Test
    void limitsTagsOfEachPoolSeparately() {
        EntityTagTable table = table(1, ROOM, ROOM);
        put(table, "p", "a");
        put(table, "q", "a");
        assertThat(find(table, "p", "a")).isPresent();
        assertThat(find(table, "q", "a")).isPresent();
    }

    @Test
    void limitsBytesOfEachPool() {
        long two = 2 * (tag("x").weight() + key("a").weight());
        EntityTagTable table = table(100, two, ROOM);
        put(table, "p", "a");
        put(table, "p", "b");
        put(table, "p", "c");
        assertThat(table.count("p")).isEqualTo(2);
        assertThat(find(table, "p", "a")).isEmpty();
    }

    @Test
    void limitsBytesOfAllPoolsTogether() {
        EntityTagTable table = table(100, ROOM, 3_000);
        for (int i = 0; i < 100; i++) {
            put(table, "pool-" + i, "a");
            assertThat(table.bytes()).isLessThanOrEqualTo(3_000);
        }
        assertThat(table.pools()).isLessThan(10);
        assertThat(find(table, "pool-99", "a")).isPresent();
        assertThat(table.isConsistent()).isTrue();
    }

    @Test
    void tooLargeTagIsNotStoredAndRemovesOldOne() {
        EntityTagTable table = table(10, 1_000, ROOM);
        put(table, "p", "a");
        table.put("p", key("a"), tag("x".repeat(1_000)));
        assertThat(find(table, "p", "a")).isEmpty();
        assertThat(table.count("p")).isZero();
    }

    @Test
    void newerTagReplacesOlderTagOfSameRequest() {
        EntityTagTable table = table(10, ROOM, ROOM);
        put(table, "p", "a");
        table.put("p", key("a"), tag("newer"));
        assertThat(find(table, "p", "a").orElseThrow().tag().opaque()).isEqualTo("newer");
        assertThat(table.count("p")).isEqualTo(1);
    }

    @Test
    void limitsVariantsOfEachResource() {
        EntityTagTable table = table(1_000, ROOM, ROOM);
        for (int i = 0; i < 100; i++) {
            table.put("p", key("a"), varying("t" + i, "accept", "v" + i));
        }
        assertThat(table.count("p")).isEqualTo(PoolEntityTags.MAX_VARIANTS);
        assertThat(table.find("p", key("a"), HeaderFields.of("Accept", "v99"))).isPresent();
        assertThat(table.find("p", key("a"), HeaderFields.of("Accept", "v0"))).isEmpty();
    }

    @Test
    void bookkeepingStaysConsistentUnderRandomOperations() {
        Random random = new Random(SEED);
        EntityTagTable table = table(20, 9_000, 30_000);
        for (int i = 0; i < 20_000; i++) {
            String pool = "p" + random.nextInt(8);
            EntityTagKey key = key("k" + random.nextInt(40));
            if (random.nextInt(3) == 0) {
                table.find(pool, key, HeaderFields.of("Accept", "v" + random.nextInt(4)));
            } else {
                table.put(pool, key, varying("x".repeat(random.nextInt(400)), "accept", "v" + random.nextInt(4)));
            }
            if (i % 50 == 0) {
                assertThat(table.isConsistent())
                        .as("seed %d, operation %d", SEED, i)
                        .isTrue();
            }
        }
    }

    private static EntityTagTable table(int maxTags, long maxBytes, long maxSize) {
        return new EntityTagTable(new EntityTagLimits(maxTags, maxBytes, maxSize, 100, Duration.ofSeconds(1)));
    }

    private static void put(EntityTagTable table, String pool, String path) {
        table.put(pool, key(path), tag("x"));
    }

    private static Optional<StoredEntityTag> find(EntityTagTable table, String pool, String path) {
        return table.find(pool, key(path), NOTHING);
    }

    private static EntityTagKey key(String path) {
        return new EntityTagKey(CacheKey.of("GET", path), "");
    }

    private static StoredEntityTag tag(String opaque) {
        return new StoredEntityTag(new EntityTag(false, opaque), NOTHING, Map.of(), EpochStamp.NONE);
    }

    private static StoredEntityTag varying(String opaque, String field, String value) {
        return new StoredEntityTag(
                new EntityTag(false, opaque), NOTHING, Map.of(field, List.of(value)), EpochStamp.NONE);
    }
}
