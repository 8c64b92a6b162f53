package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TraceFootprintTest {

    private static long footprint(String specification, int limit) throws IOException {
        try (var progress = new TerminalProgress("test", false)) {
            return TraceFootprint.of(GeneratedTrace.parse(specification, 1).orElseThrow(), progress, limit);
        }
    }

    @Test
    void eachObjectCountsOnce() throws IOException {
        assertThat(footprint("loop:objects=1000,requests=5000", 1 << 20)).isEqualTo(1_000);
        assertThat(footprint("loop:objects=1000,requests=500", 1 << 20)).isEqualTo(500);
    }

    @Test
    void writesDoNotAddToFootprint() throws IOException {
        assertThat(footprint("zipf:writes=1,requests=1000", 1 << 20)).isZero();
    }

    @Test
    void estimatesFootprintBySampleAboveLimit() throws IOException {
        assertThat(footprint("loop:objects=1000000,requests=1000000,sigma=0.5,median=1000", 1 << 15))
                .isCloseTo(
                        footprint("loop:objects=1000000,requests=1000000,sigma=0.5,median=1000", 1 << 20),
                        withinPercentage(3));
    }
}
