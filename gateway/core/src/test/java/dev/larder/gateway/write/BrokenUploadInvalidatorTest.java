package dev.larder.gateway.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Whoever breaks off uploads all the time has the others ask their origin again once an interval. */
class BrokenUploadInvalidatorTest {

    private static final CacheTag USERS = new CacheTag("users");
    private static final CacheTag PAGES = new CacheTag("pages");

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<Set<CacheTag>> invalidated = new ArrayList<>();
    private final BrokenUploadInvalidator broken = new BrokenUploadInvalidator(invalidated::add, time);

    @Test
    void firstBrokenUploadInvalidatesAtOnce() {
        broken.add(Set.of(USERS));
        assertThat(invalidated).containsExactly(Set.of(USERS));
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-X6")
    void furtherBrokenUploadsInvalidateTogetherAfterInterval() {
        broken.add(Set.of(USERS));
        for (int i = 0; i < 1_000; i++) {
            broken.add(Set.of(USERS));
            broken.add(Set.of(PAGES));
        }
        time.advanceTimeBy(BrokenUploadInvalidator.INTERVAL.minusMillis(1));
        assertThat(invalidated).hasSize(1);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(invalidated).containsExactly(Set.of(USERS), Set.of(USERS, PAGES));
    }

    @Test
    void brokenUploadAfterQuietIntervalInvalidatesAtOnce() {
        broken.add(Set.of(USERS));
        time.advanceTimeBy(BrokenUploadInvalidator.INTERVAL);
        broken.add(Set.of(PAGES));
        assertThat(invalidated).containsExactly(Set.of(USERS), Set.of(PAGES));
    }

    @Test
    void invalidatesEarlyIfTooManyTagsArePending() {
        broken.add(Set.of(USERS));
        for (int i = 0; i < 10_000; i++) {
            broken.add(Set.of(new CacheTag("t" + i)));
        }
        assertThat(invalidated).hasSize(2);
    }

    @Test
    void schedulesOnlyOneTimerForAnyNumberOfTags() {
        for (int i = 0; i < 25_000; i++) {
            broken.add(Set.of(new CacheTag("t" + i)));
        }
        assertThat(time.getScheduledTaskCount()).isEqualTo(1);
    }
}
