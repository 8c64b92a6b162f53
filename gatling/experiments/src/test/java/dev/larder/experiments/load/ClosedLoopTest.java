package dev.larder.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.Origin;
import dev.larder.experiments.traffic.Call;
import dev.larder.experiments.traffic.Limits;
import dev.larder.experiments.traffic.Versions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

    private static final int SIZE = 500;

    @Test
    void every_call_is_answered_once_by_however_many_clients() throws Exception {
        try (var origin = Origin.start(0, SIZE);
                var load = new ClosedLoop()) {
            var calls = Stream.generate(() -> Call.get("/any", SIZE)).iterator();

            var tally =
                    load.run(new ClosedLoop.Order(List.of(origin.port()), 7, Limits.count(calls, 100), new Versions()));

            assertThat(tally.calls()).isEqualTo(100);
            assertThat(tally.failures()).isZero();
            assertThat(tally.meanMillis()).isPositive();
        }
    }

    @Test
    void a_body_of_another_length_is_a_failure() throws Exception {
        try (var origin = Origin.start(0, SIZE);
                var load = new ClosedLoop()) {
            var calls = List.of(Call.get("/any", SIZE + 1)).iterator();

            var tally = load.run(new ClosedLoop.Order(List.of(origin.port()), 1, calls, new Versions()));

            assertThat(tally.failures()).isEqualTo(1);
        }
    }
}
