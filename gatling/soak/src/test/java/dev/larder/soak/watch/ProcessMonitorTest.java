package dev.larder.soak.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMonitorTest {

    @Test
    void sumsUsedMemoryOfHeapGenerations() {
        var said = """
                4711:
                Command executed successfully
                 def new generation   total 39296K, used 1024K [0x00000000f8000000, 0x00000000faaa0000, 0x00000000faaa0000)
                  eden space 34944K,   2% used [0x00000000f8000000, 0x00000000f80ca678, 0x00000000fa220000)
                 tenured generation   total 87424K, used 51200K [0x00000000faaa0000, 0x0000000100000000, 0x0000000100000000)
                 Metaspace       used 61011K, committed 61440K, reserved 131072K
                """;

        assertThat(ProcessMonitor.heap(said)).isEqualTo(51);
    }

    @Test
    void linearTrendIsSlopePerHour() {
        var readings = List.of(
                new LinearTrend.Reading(0, 50),
                new LinearTrend.Reading(1_800, 50.6),
                new LinearTrend.Reading(3_600, 51));

        assertThat(LinearTrend.perHour(readings)).isEqualTo(1, within(0.001));
        assertThat(LinearTrend.perHour(readings.subList(0, 1))).isZero();
    }

    @Test
    void findsLeaksAndErrorsInLog() {
        var log = List.of(
                "2026-11-23T04:00:00Z  INFO 1 --- fine",
                "2026-11-23T04:00:00Z ERROR 1 --- io.netty LEAK: ByteBuf.release() was not called",
                "Exception in thread: java.lang.OutOfMemoryError: Java heap space");

        assertThat(LogCheck.leaks(log)).isEqualTo(1);
        assertThat(LogCheck.errors(log)).hasSize(2);
    }
}
