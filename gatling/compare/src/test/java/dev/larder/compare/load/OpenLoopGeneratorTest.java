package dev.larder.compare.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.MinimalNettyServer;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopGeneratorTest {

    @Test
    void allRequestsThatBecomeDueAreSentAndAnswered() throws InterruptedException {
        try (var server = MinimalNettyServer.start(0, 100)) {
            var outcome = OpenLoopGenerator.run(new OpenLoopGenerator.Order(server.port(), "/item", 1000, 4, 0.5));

            assertThat(outcome.requests()).isEqualTo(500);
            assertThat(outcome.errors()).isZero();
            assertThat(outcome.p50()).isPositive().isLessThanOrEqualTo(outcome.p99());
        }
    }

    @Test
    void whatIsPrintedIsWhatIsRead() {
        var histogram = new Histogram(3);
        histogram.recordValue(12_000);
        histogram.recordValue(48_000);
        var outcome = FixedRateResult.of(histogram, 7);

        assertThat(FixedRateResult.parse(List.of("something else", outcome.line())))
                .isEqualTo(outcome);
    }
}
