package dev.larder.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.BenchmarkOrigin;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.RequestLimits;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClosedLoopGeneratorTest {

    private static final int SIZE = 500;

    @Test
    void sendsEveryRequestOnceWithSeveralClients() throws Exception {
        try (var origin = BenchmarkOrigin.start(0, SIZE);
                var load = new ClosedLoopGenerator()) {
            var calls =
                    Stream.generate(() -> ExperimentRequest.get("/any", SIZE)).iterator();

            var tally = load.run(new ClosedLoopGenerator.Order(
                    List.of(origin.port()), 7, RequestLimits.count(calls, 100), new ExpectedVersions()));

            assertThat(tally.calls()).isEqualTo(100);
            assertThat(tally.failures()).isZero();
            assertThat(tally.meanMillis()).isPositive();
        }
    }

    @Test
    void aBodyOfAnotherLengthIsAFailure() throws Exception {
        try (var origin = BenchmarkOrigin.start(0, SIZE);
                var load = new ClosedLoopGenerator()) {
            var calls = List.of(ExperimentRequest.get("/any", SIZE + 1)).iterator();

            var tally =
                    load.run(new ClosedLoopGenerator.Order(List.of(origin.port()), 1, calls, new ExpectedVersions()));

            assertThat(tally.failures()).isEqualTo(1);
        }
    }
}
