package dev.larder.insight.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.insight.advisor.AccessSample.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What request threads have seen: in order, once, and never more than there is room for. */
class AccessSampleRingTest {

    private static void see(AccessSampleRing sightings, String route) {
        AccessSample place = sightings.claim();
        if (place != null) {
            place.is(Kind.FORWARDED, route);
            sightings.publish(place);
        }
    }

    private static List<String> taken(AccessSampleRing sightings) {
        List<String> routes = new ArrayList<>();
        sightings.empty(sighting -> routes.add(sighting.route));
        return routes;
    }

    @Test
    void areHandedOverOnceAndInOrder() {
        var sightings = new AccessSampleRing(4);
        for (int lap = 0; lap < 5; lap++) {
            see(sightings, "a");
            see(sightings, "b");
            see(sightings, "c");
            assertThat(taken(sightings)).containsExactly("a", "b", "c");
            assertThat(taken(sightings)).isEmpty();
        }
        assertThat(sightings.dropped()).isZero();
    }

    @Test
    void areDroppedAndCountedWhereThereIsNoRoom() {
        var sightings = new AccessSampleRing(2);
        List.of("a", "b", "c", "d").forEach(route -> see(sightings, route));
        assertThat(taken(sightings)).containsExactly("a", "b");
        assertThat(sightings.dropped()).isEqualTo(2);
        see(sightings, "e");
        assertThat(taken(sightings)).containsExactly("e");
    }

    @Test
    void waitForThoseBeforeThemThatAreNotWrittenYet() {
        var sightings = new AccessSampleRing(4);
        AccessSample slow = sightings.claim();
        see(sightings, "b");
        assertThat(taken(sightings)).isEmpty();
        assertThat(slow).isNotNull();
        slow.is(Kind.FORWARDED, "a");
        sightings.publish(slow);
        assertThat(taken(sightings)).containsExactly("a", "b");
    }

    @Test
    void ofManyThreadsAreAllHandedOverOrCounted() throws InterruptedException {
        var sightings = new AccessSampleRing(64);
        int threads = 4;
        int each = 20_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            String route = "route " + thread;
            pool.execute(() -> {
                for (int i = 0; i < each; i++) {
                    see(sightings, route);
                }
            });
        }
        pool.shutdown();
        List<String> all = new ArrayList<>();
        while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            all.addAll(taken(sightings));
        }
        all.addAll(taken(sightings));
        assertThat(all.size() + sightings.dropped()).isEqualTo((long) threads * each);
    }
}
