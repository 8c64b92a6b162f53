package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Tag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Whoever breaks off uploads all the time has the others ask their origin again once an interval. */
class BrokenUploadsTest {

    private static final Tag USERS = new Tag("users");
    private static final Tag PAGES = new Tag("pages");

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<Set<Tag>> invalidated = new ArrayList<>();
    private final BrokenUploads broken = new BrokenUploads(invalidated::add, time);

    @Test
    void theFirstInvalidatesAtOnce() {
        broken.add(Set.of(USERS));
        assertThat(invalidated).containsExactly(Set.of(USERS));
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-X6")
    void thoseThatFollowInvalidateTogetherAndLater() {
        broken.add(Set.of(USERS));
        for (int i = 0; i < 1_000; i++) {
            broken.add(Set.of(USERS));
            broken.add(Set.of(PAGES));
        }
        time.advanceTimeBy(BrokenUploads.INTERVAL.minusMillis(1));
        assertThat(invalidated).hasSize(1);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(invalidated).containsExactly(Set.of(USERS), Set.of(USERS, PAGES));
    }

    @Test
    void oneAfterAQuietIntervalInvalidatesAtOnceAgain() {
        broken.add(Set.of(USERS));
        time.advanceTimeBy(BrokenUploads.INTERVAL);
        broken.add(Set.of(PAGES));
        assertThat(invalidated).containsExactly(Set.of(USERS), Set.of(PAGES));
    }

    @Test
    void tagsAreRememberedUpToABound() {
        broken.add(Set.of(USERS));
        for (int i = 0; i < 10_000; i++) {
            broken.add(Set.of(new Tag("t" + i)));
        }
        assertThat(invalidated).hasSize(2);
    }

    @Test
    void howeverManyTagsComeThereIsOneTimer() {
        for (int i = 0; i < 25_000; i++) {
            broken.add(Set.of(new Tag("t" + i)));
        }
        assertThat(time.getScheduledTaskCount()).isEqualTo(1);
    }
}
