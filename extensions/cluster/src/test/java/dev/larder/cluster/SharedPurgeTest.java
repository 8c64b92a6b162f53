package dev.larder.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cluster.store.NearStore;
import dev.larder.cluster.store.SharedMapSettings;
import dev.larder.gateway.actuate.PurgeResult;
import dev.larder.gateway.actuate.PurgeSelection;
import dev.larder.gateway.actuate.StorePurger;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.util.pattern.PathPatternParser;

/** What is purged at one member is gone, or stale, at every member, whatever each of them was just looking up. */
class SharedPurgeTest {

    private static final long SEED = Long.getLong("larder.purges.seed", new Random().nextLong());
    private static final int RUNS = Integer.getInteger("larder.purges.runs", 300);
    private static final int SIZE = 3;
    private static final SharedMapSettings PATIENT =
            new SharedMapSettings(Duration.ofMinutes(1), Duration.ofMinutes(1), 100, Duration.ofSeconds(3), 1 << 10);

    private static final String ORIGIN = "http://origin.test";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final DelayedLookupMap map = new DelayedLookupMap(SIZE);
    private final Invalidator invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
    private final RuleSet rules = new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE);
    private final EntryCodec<ResponseVariants> numbered = new Numbered();
    private final List<NearStore<ResponseVariants>> stores = new ArrayList<>();
    private final List<StorePurger> purgers = new ArrayList<>();

    SharedPurgeTest() {
        for (int member = 0; member < SIZE; member++) {
            NearStore<ResponseVariants> store = new NearStore<>(
                            new CaffeineStore<>(1 << 20, () -> NOW, RemovalListener.none()),
                            map.at(member),
                            numbered,
                            PATIENT,
                            () -> NOW,
                            () -> NOW)
                    .copying(invalidator::copying);
            stores.add(store);
            StorePurger purger = new StorePurger(store, invalidator, rules, CachePolicy.DEFAULT);
            purger.alsoPurge((purge, soft) -> purgers.stream()
                    .filter(other -> other != purger)
                    .map(other -> soft ? other.softenHere(purge, NOW) : other.removeHere(purge))
                    .mapToLong(PurgeResult::entries)
                    .sum());
            purgers.add(purger);
        }
    }

    private CacheEntry<ResponseVariants> entry(String path) {
        StoredResponse response = response(HeaderFields.of("Cache-Control", "max-age=60"));
        return new CacheEntry<>(
                ResponseVariants.of(response),
                1_000,
                7,
                response.dropAfter(CachePolicy.DEFAULT),
                EpochStamp.of(
                        invalidator.epoch(),
                        rules.reach(URI.create(ORIGIN + path)).ofResponse()));
    }

    private static StoredResponse response(HeaderFields fields) {
        var request = new RequestHead("GET", URI.create(ORIGIN), HeaderFields.EMPTY);
        var head = new ResponseHead(200, fields);
        if (Storability.judge(request, head, CachePolicy.DEFAULT, new ReceptionTimes(NOW, NOW, NOW))
                instanceof StoreVerdict.Store store) {
            return store.response().withBody(() -> 3);
        }
        throw new AssertionError("not stored");
    }

    private static CacheKey key(String path) {
        return CacheKeys.of("GET", "www.test", URI.create(ORIGIN + path), "", "r", List.of());
    }

    private static PurgeSelection meant(String kind, String value) {
        return switch (kind) {
            case "url" -> new PurgeSelection.ByUrl(URI.create(value));
            case "prefix" -> new PurgeSelection.ByPrefix(value, ResourcePath.of(value));
            default -> new PurgeSelection.ByPattern(PathPatternParser.defaultInstance.parse(value));
        };
    }

    private static boolean soft(CacheEntry<ResponseVariants> entry) {
        return entry.value().responses().get(0).isSoftPurged();
    }

    private PurgeResult purge(int member, PurgeSelection purge, boolean soft) {
        return soft
                ? purgers.get(member).soften(purge, NOW)
                : purgers.get(member).remove(purge);
    }

    private Optional<CacheEntry<ResponseVariants>> find(int member, CacheKey key) {
        return stores.get(member).get(key).toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({
        "url, http://www.test/p/1, false",
        "prefix, /p, false",
        "pattern, /p/*, false",
        "url, http://www.test/p/1, true",
        "prefix, /p, true"
    })
    @Tag("hardening-I9")
    void lookupInProgressDoesNotBringBackPurgedEntry(String kind, String value, boolean soft) {
        CacheKey key = key("/p/1");
        int owner = DelayedLookupMap.owner(key, SIZE);
        stores.get(owner).put(key, entry("/p/1")).toCompletableFuture().join();
        int orderer = (owner + 1) % SIZE;
        int other = (owner + 2) % SIZE;
        map.hold(true);
        List<CompletionStage<Optional<CacheEntry<ResponseVariants>>>> lookups =
                List.of(stores.get(orderer).get(key), stores.get(other).get(key));
        map.hold(false);
        assertThat(lookups).noneMatch(lookup -> lookup.toCompletableFuture().isDone());
        purge(orderer, meant(kind, value), soft);
        map.answerAll();
        for (int member = 0; member < SIZE; member++) {
            assertThat(find(member, key).filter(entry -> !soft || !soft(entry)))
                    .as("member %d, which is %s", member, member == orderer ? "the orderer" : "another one")
                    .isEmpty();
        }
    }

    @Test
    @Tag("hardening-I12")
    void readAfterPurgeFindsNoUnpurgedEntryOnAnyMember() {
        System.out.println("larder.purges.seed=" + SEED);
        IntStream.range(0, RUNS).forEach(run -> new SharedPurgeTest().live(new Random(SEED + run), SEED + run));
    }

    /** Fills, lookups and purges of three members, in any order, also while one of them purges. */
    private void live(Random random, long seed) {
        List<String> paths = List.of("/p/1", "/p/2", "/q/1");
        for (int step = 0; step < 60; step++) {
            String path = paths.get(random.nextInt(paths.size()));
            int member = random.nextInt(SIZE);
            int chance = random.nextInt(10);
            if (chance < 3) {
                stores.get(member)
                        .put(key(path), entry(path))
                        .toCompletableFuture()
                        .join();
            } else if (chance < 8) {
                lookUp(random, paths);
            } else {
                boolean soft = random.nextBoolean();
                map.between(() -> lookUp(random, paths));
                purge(member, meant("prefix", "/p"), soft);
                map.between(() -> {});
                map.answerAll();
                for (int reader = 0; reader < SIZE; reader++) {
                    for (String purged : List.of("/p/1", "/p/2")) {
                        assertThat(find(reader, key(purged)).filter(entry -> !soft || !soft(entry)))
                                .as("seed %d, step %d: %s at %d", seed, step, purged, reader)
                                .isEmpty();
                    }
                }
            }
        }
    }

    /** Begins some lookups that wait, and lets one go on that waited before. */
    private void lookUp(Random random, List<String> paths) {
        map.hold(random.nextBoolean());
        CompletionStage<?> unused = stores.get(random.nextInt(SIZE)).get(key(paths.get(random.nextInt(paths.size()))));
        map.hold(false);
        if (random.nextInt(3) == 0) {
            map.answer(random.nextInt(10));
        }
    }

    /** Values stay in this process: their bytes are their numbers. */
    private static final class Numbered implements EntryCodec<ResponseVariants> {

        private final List<ResponseVariants> values = new ArrayList<>();

        @Override
        public EntryParts encode(ResponseVariants value) {
            values.add(value);
            return new EntryParts(
                    new EntryHead(ByteBuffer.allocate(Integer.BYTES)
                            .putInt(values.size() - 1)
                            .array()),
                    List.of());
        }

        @Override
        public Optional<ResponseVariants> decode(EntryHead head, List<EntryContent> contents) {
            return Optional.of(values.get(ByteBuffer.wrap(head.bytes()).getInt()));
        }
    }
}
