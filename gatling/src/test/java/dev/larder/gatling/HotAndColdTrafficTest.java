package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HotAndColdTrafficTest {

    private static final int REQUESTS = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shareOfWritesAndColdReadsMatchesConfiguration(long seed) {
        var requests = requests(seed, 10);
        var reads = requests.stream().filter(LoadRequest::reads).toList();
        var cold =
                reads.stream().filter(request -> request.target().contains("?")).toList();

        assertThat(1 - (double) reads.size() / REQUESTS)
                .as("writes, seed %d", seed)
                .isCloseTo(0.10, within(0.01));
        assertThat((double) cold.size() / reads.size())
                .as("cold, seed %d", seed)
                .isCloseTo(0.20, within(0.01));
        assertThat(cold.stream().map(LoadRequest::target)).doesNotHaveDuplicates();
    }

    @Test
    void firstUserIsRequestedTwiceAsOftenAsSecond() {
        var requests = requests(1, 0);

        assertThat(share(requests, "/users/1") / share(requests, "/users/2")).isCloseTo(2.0, within(0.1));
        assertThat(share(requests, "/users/20")).isPositive();
        assertThat(share(requests, "/users/0") + share(requests, "/users/21")).isZero();
    }

    @Test
    void equalSeedsGiveEqualRequests() {
        assertThat(requests(7, 5)).isEqualTo(requests(7, 5)).isNotEqualTo(requests(8, 5));
    }

    private static List<LoadRequest> requests(long seed, double writeShare) {
        var traffic = new HotAndColdTraffic(seed, writeShare);
        return Stream.generate(traffic::next).limit(REQUESTS).toList();
    }

    private static double share(List<LoadRequest> requests, String path) {
        return (double) requests.stream().filter(it -> it.target().equals(path)).count() / requests.size();
    }
}
