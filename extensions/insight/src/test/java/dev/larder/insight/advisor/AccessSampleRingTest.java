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

    private static void see(AccessSampleRing samples, String route) {
        AccessSample place = samples.claim();
        if (place != null) {
            place.is(Kind.FORWARDED, route);
            samples.publish(place);
        }
    }

    private static List<String> taken(AccessSampleRing samples) {
        List<String> routes = new ArrayList<>();
        samples.empty(sighting -> routes.add(sighting.route));
        return routes;
    }

    @Test
    void deliversSamplesOnceAndInOrder() {
        var samples = new AccessSampleRing(4);
        for (int lap = 0; lap < 5; lap++) {
            see(samples, "a");
            see(samples, "b");
            see(samples, "c");
            assertThat(taken(samples)).containsExactly("a", "b", "c");
            assertThat(taken(samples)).isEmpty();
        }
        assertThat(samples.dropped()).isZero();
    }

    @Test
    void dropsAndCountsSamplesWhenFull() {
        var samples = new AccessSampleRing(2);
        List.of("a", "b", "c", "d").forEach(route -> see(samples, route));
        assertThat(taken(samples)).containsExactly("a", "b");
        assertThat(samples.dropped()).isEqualTo(2);
        see(samples, "e");
        assertThat(taken(samples)).containsExactly("e");
    }

    @Test
    void publishedSamplesWaitForEarlierUnpublishedOnes() {
        var samples = new AccessSampleRing(4);
        AccessSample slow = samples.claim();
        see(samples, "b");
        assertThat(taken(samples)).isEmpty();
        assertThat(slow).isNotNull();
        slow.is(Kind.FORWARDED, "a");
        samples.publish(slow);
        assertThat(taken(samples)).containsExactly("a", "b");
    }

    @Test
    void deliversOrCountsAllSamplesOfConcurrentThreads() throws InterruptedException {
        var samples = new AccessSampleRing(64);
        int threads = 4;
        int each = 20_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            String route = "route " + thread;
            pool.execute(() -> {
                for (int i = 0; i < each; i++) {
                    see(samples, route);
                }
            });
        }
        pool.shutdown();
        List<String> all = new ArrayList<>();
        while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            all.addAll(taken(samples));
        }
        all.addAll(taken(samples));
        assertThat(all.size() + samples.dropped()).isEqualTo((long) threads * each);
    }
}
