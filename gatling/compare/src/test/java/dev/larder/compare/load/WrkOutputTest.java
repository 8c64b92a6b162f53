package dev.larder.compare.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WrkOutputTest {

    private static final List<String> CLEAN = List.of(
            "Running 3s test @ http://127.0.0.1:4711/item",
            "  1 threads and 64 connections",
            "    Latency     1.22ms  340.10us   9.81ms   91.03%",
            "  144633 requests in 3.01s, 160.01MB read",
            "Requests/sec:  48051.16");

    @Test
    void parsesRequestsDurationAndBytes() {
        assertThat(WrkOutput.parse(CLEAN)).isEqualTo(new LoadResult(144_633, 0, 3.01, 167_782_645));
    }

    @Test
    void sumsAllKindsOfErrors() {
        var output = List.of(
                "  10 requests in 1.50m, 1.00KB read",
                "  Socket errors: connect 1, read 2, write 3, timeout 4",
                "  Non-2xx or 3xx responses: 5");

        assertThat(WrkOutput.parse(output)).isEqualTo(new LoadResult(10, 15, 90, 1024));
    }

    @Test
    void rejectsOutputWithoutResults() {
        assertThatThrownBy(() -> WrkOutput.parse(List.of("unable to connect to 127.0.0.1:1 Connection refused")))
                .hasMessageContaining("unable to connect");
    }
}
