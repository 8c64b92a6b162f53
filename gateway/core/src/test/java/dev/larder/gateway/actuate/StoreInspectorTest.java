package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.RemovalListener;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.FencedWrite;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseVariants;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators see what is stored and why it is used or not, and no secrets. */
class StoreInspectorTest {

    private static final URI URL = URI.create("http://www.test/users/5");

    private final ActuatorStoreFixture stock = new ActuatorStoreFixture();

    @Test
    void showsTheStoreAndItsPools() {
        stock.hold("/users/1", "Cache-Control", "max-age=60")
                .hold("/users/2", "Cache-Control", "max-age=60")
                .hold("/skills/1", "Cache-Control", "max-age=60");
        invalidate("skills");

        StoreOverview overview = stock.inspector.overview();

        assertThat(overview.stores()).containsExactly(new StoreOverview.Store("default", 3, 3000, 1L << 40));
        assertThat(overview.epoch()).isEqualTo(2);
        assertThat(overview.pools())
                .containsExactly(new StoreOverview.Pool("users", 1, 2, 0), new StoreOverview.Pool("skills", 2, 0, 1));
        assertThat(overview.otherPools()).isZero();
    }

    @Test
    void showsTheLargestPoolsAndHowManyMoreThereAre() {
        for (int i = 0; i < 130; i++) {
            stock.hold("/pool" + i + "/1", "Cache-Control", "max-age=60");
        }
        stock.hold("/pool129/2", "Cache-Control", "max-age=60");

        StoreOverview overview = stock.inspector.overview();

        assertThat(overview.pools()).hasSize(100);
        assertThat(overview.pools().get(0)).isEqualTo(new StoreOverview.Pool("pool129", 1, 2, 0));
        assertThat(overview.otherPools()).isEqualTo(30);
    }

    @Test
    void inspectingPoolsDoesNotCountAsAccessToEntries() {
        var small = new ActuatorStoreFixture(new BoundedStore<ResponseVariants>(
                PolicyName.LRU.create(2500, 1), () -> ActuatorStoreFixture.NOW, RemovalListener.none()));
        small.hold("/a", "Cache-Control", "max-age=60").hold("/b", "Cache-Control", "max-age=60");
        small.find("/a");

        small.inspector.overview();
        small.hold("/c", "Cache-Control", "max-age=60");

        assertThat(small.find("/a")).isPresent();
        assertThat(small.find("/b")).isEmpty();
    }

    @Test
    void showsMetadataAndVerdictOfUsableEntry() {
        stock.hold("/users/5", "Cache-Control", "max-age=60", "ETag", "\"1\"", "X-Other", "secret");

        EntryView entry = only(ActuatorStoreFixture.NOW.plusSeconds(20));

        assertThat(entry.authority()).isEqualTo("www.test");
        assertThat(entry.target()).isEqualTo("http://origin.test/users/5");
        assertThat(entry.pool()).isEqualTo("users");
        assertThat(entry.metadata()).isEqualTo(new EntryView.Metadata(1000, 7, 1, 6, "usable"));
        assertThat(entry.plainGet())
                .isEqualTo(new EntryView.Verdict("hit", "Served from the store: fresh for another 40 s."));
        EntryView.Variant variant = entry.variants().get(0);
        assertThat(variant.status()).isEqualTo(200);
        assertThat(variant.fieldNames()).contains("Cache-Control", "ETag", "X-Other");
        assertThat(variant.fields()).containsEntry("ETag", "\"1\"").doesNotContainKey("X-Other");
        assertThat(variant.freshness()).isEqualTo(new EntryView.RemainingFreshness(60, 20, 40));
        assertThat(variant.bytes()).isEqualTo(3);
    }

    @Test
    void reportsStaleEntry() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");

        assertThat(only(ActuatorStoreFixture.NOW.plusSeconds(75)).plainGet())
                .isEqualTo(new EntryView.Verdict("stale", "Validated before it is used: stale for 15 s."));
    }

    @Test
    void reportsEntryServedWhileRevalidating() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        stock.purger.soften(new PurgeSelection.Everything(), ActuatorStoreFixture.NOW.plusSeconds(10));

        assertThat(only(ActuatorStoreFixture.NOW.plusSeconds(12)).plainGet())
                .isEqualTo(new EntryView.Verdict(
                        "hit-stale-while-revalidate", "Served from the store while it is validated: stale for 2 s."));
    }

    @Test
    void reportsEntryInvalidatedByWrite() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        invalidate("users");

        EntryView entry = only(ActuatorStoreFixture.NOW);

        assertThat(entry.metadata().standing()).isEqualTo("invalidated");
        assertThat(entry.plainGet())
                .isEqualTo(new EntryView.Verdict(
                        "invalidated",
                        "Validated before it is used: a write or a purge has made it invalid since it was fetched."));
    }

    @Test
    void reportsEntryFencedByWriteInProgress() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        FencedWrite write = stock.invalidator
                .begin(Set.of(CacheTags.pool("users")))
                .toCompletableFuture()
                .join();

        EntryView entry = only(ActuatorStoreFixture.NOW);
        write.end().toCompletableFuture().join();

        assertThat(entry.metadata().standing()).isEqualTo("fenced");
        assertThat(entry.plainGet().reason()).isEqualTo("fenced");
        assertThat(entry.plainGet().sentence()).contains("a write is under way");
        assertThat(only(ActuatorStoreFixture.NOW).plainGet().reason()).isEqualTo("hit");
    }

    @Test
    void distinguishesVariantVerdictFromPlainGetVerdict() {
        stock.hold(
                "/users/5",
                ActuatorStoreFixture.response(
                        HeaderFields.of("Accept-Encoding", "gzip"),
                        "Cache-Control",
                        "max-age=60",
                        "Vary",
                        "Accept-Encoding"));

        EntryView entry = only(ActuatorStoreFixture.NOW);

        assertThat(entry.plainGet().reason()).isEqualTo("vary-miss");
        assertThat(entry.variants().get(0).selectedBy()).containsEntry("accept-encoding", "gzip");
        assertThat(entry.variants().get(0).verdict().reason()).isEqualTo("hit");
    }

    @Test
    @Tag("hardening-A8")
    void hidesSecretFieldValues() {
        stock.hold(
                "/users/5",
                ActuatorStoreFixture.response(
                        HeaderFields.of("Authorization", "Bearer hush", "Cookie", "id=hush", "X-Api-Key", "hush"),
                        "Cache-Control",
                        "public, max-age=60",
                        "Vary",
                        "Authorization, Cookie, X-Api-Key, X-Absent",
                        "Set-Cookie",
                        "id=hush",
                        "X-Token",
                        "hush"));

        EntryView entry = only(ActuatorStoreFixture.NOW);

        assertThat(entry.toString()).doesNotContain("hush");
        assertThat(entry.variants().get(0).selectedBy())
                .containsEntry("cookie", "(not shown)")
                .containsEntry("x-absent", "(absent)");
        assertThat(entry.variants().get(0).fieldNames()).contains("Set-Cookie", "X-Token");
        assertThat(entry.variants().get(0).verdict().reason()).isEqualTo("hit");
    }

    @Test
    void showsNothingWhereNothingIsStored() {
        assertThat(stock.inspector.entries(URL, ActuatorStoreFixture.NOW)).isEmpty();
    }

    private void invalidate(String pool) {
        stock.invalidator
                .invalidate(Set.of(CacheTags.pool(pool)))
                .toCompletableFuture()
                .join();
    }

    private EntryView only(Instant now) {
        List<EntryView> entries = stock.inspector.entries(URL, now);
        assertThat(entries).hasSize(1);
        return entries.get(0);
    }
}
