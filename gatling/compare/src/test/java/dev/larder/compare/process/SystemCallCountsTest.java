package dev.larder.compare.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemCallCountsTest {

    @Test
    void countsEachSystemCallButNotTotalLine() {
        var output = List.of(
                "strace: Process 17 attached with 3 threads",
                "% time     seconds  usecs/call     calls    errors syscall",
                "------ ----------- ----------- --------- --------- ----------------",
                " 98.06    0.004544          12       358           epoll_wait",
                "  1.94    0.000090          22         4         1 futex",
                "------ ----------- ----------- --------- --------- ----------------",
                "100.00    0.004634          12       362         1 total");

        assertThat(SystemCallCounts.parse(output)).isEqualTo(Map.of("epoll_wait", 358L, "futex", 4L));
    }

    @Test
    void outputWithoutTableHasNoCounts() {
        assertThat(SystemCallCounts.parse(List.of("strace: attach: ptrace(PTRACE_SEIZE, 17): Operation not permitted")))
                .isEmpty();
    }
}
