package dev.larder.compare.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTimeTest {

    @Test
    void addsUserAndSystemTimeDespiteParenthesesInName() {
        var stat = "4711 (a (strange) name) S 1 4711 4711 0 -1 4194560 1234 0 5 0 250 75 3 4 20 0 1 0 99 1000 200";

        assertThat(CpuTime.parse(stat)).isEqualTo(3.25);
    }

    @Test
    void cpuTimeOfCurrentProcessIsPositive() {
        assertThat(CpuTime.ofTree(ProcessHandle.current())).isPositive();
    }
}
