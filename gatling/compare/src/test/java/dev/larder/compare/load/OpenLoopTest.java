package dev.larder.compare.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.RawNetty;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

    @Test
    void allRequestsThatBecomeDueAreSentAndAnswered() throws InterruptedException {
        try (var server = RawNetty.start(0, 100)) {
            var outcome = OpenLoop.run(new OpenLoop.Order(server.port(), "/item", 1000, 4, 0.5));

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
        var outcome = Outcome.of(histogram, 7);

        assertThat(Outcome.parse(List.of("something else", outcome.line()))).isEqualTo(outcome);
    }
}
