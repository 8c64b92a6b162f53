package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.store.NamedStores;
import dev.larder.rfc9111.HeaderFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What stands out in a store is found by looking at so many entries and no more. */
@Tag("thorough")
class StoreScanTest {

    private final ActuatorStoreFixture stock = new ActuatorStoreFixture();

    @Test
    void theLargestEntriesAndPoolsComeFirst() {
        hold("/users/1", 100);
        hold("/users/2?page=3", 900);
        hold("/skills/1", 500);

        StoreScanResult scanned = survey(10).look();

        assertThat(scanned.looked()).isEqualTo(3);
        assertThat(scanned.pools()).extracting(StoreOverview.Pool::name).containsExactly("users", "skills");
        assertThat(scanned.largest())
                .containsExactly(
                        new StoreScanResult.Entry("http://www.test/users/2?page=3", "users", 900),
                        new StoreScanResult.Entry("http://www.test/skills/1", "skills", 500),
                        new StoreScanResult.Entry("http://www.test/users/1", "users", 100));
    }

    @Test
    void ranksMostRequestedEntryAsHottest() {
        hold("/users/1", 100);
        hold("/users/2", 100);
        for (int i = 0; i < 20; i++) {
            stock.find("/users/2");
        }
        assertThat(survey(10).look().hottest())
                .extracting(StoreScanResult.Entry::url)
                .first()
                .isEqualTo("http://www.test/users/2");
    }

    @Test
    void scansNoMoreEntriesThanAllowed() {
        for (int i = 0; i < 30; i++) {
            hold("/users/" + i, 10);
        }
        StoreScanResult scanned = survey(12).look();
        assertThat(scanned.looked()).isEqualTo(12);
        assertThat(scanned.largest()).hasSize(10);
    }

    @Test
    void readsPoolEpochsWithoutScanningStore() {
        assertThat(survey(0).epochs(List.of(new StoreOverview.Pool("users", 0, 0, 0))))
                .isEqualTo(Map.of("users", 1L));
    }

    private StoreScan survey(int most) {
        return new StoreScan(NamedStores.of(stock.store), stock.invalidator, stock.rules, most);
    }

    private void hold(String target, long weight) {
        var entry =
                stock.entry(target, ActuatorStoreFixture.response(HeaderFields.EMPTY, "Cache-Control", "max-age=60"));
        stock.hold(
                ActuatorStoreFixture.key(target),
                new CacheEntry<>(entry.value(), weight, entry.cost(), entry.dropAfter(), entry.stamp()));
    }
}
