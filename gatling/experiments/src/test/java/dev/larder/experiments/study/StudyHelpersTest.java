package dev.larder.experiments.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StudyHelpersTest {

    @Test
    void readsBulkRatiosFromMarkdownTable() {
        assertThat(BulkRatios.read(List.of(
                        "| table | rows | rounds | execution | planning | until the last commit | CPU |",
                        "|---|---:|---:|---:|---:|---:|---:|",
                        "| 4c0fk | 10,000 | 3 | 8.94 (9.12) | 1,139.31 (52.11) | 5.72 | 36.00 |",
                        "| 9c1fk | 1 | 5 | 0.96 | 0.49 | 0.00 | 0.08 |",
                        "| 4c0fk | 1 | 1.00 / 1.00 | 0.03 / 0.05 | 0.16 / 0.14 |")))
                .containsExactly(
                        new BulkRatios.Row("4c0fk", 10_000, 8.94, 1139.31), new BulkRatios.Row("9c1fk", 1, 0.96, 0.49));
    }

    @Test
    void fifoAndLruKeepDifferentObjects() {
        assertThat(hits(true)).isEqualTo(4);
        assertThat(hits(false)).isEqualTo(2);
    }

    private static long hits(boolean isLru) {
        var shelf = new LruFifoModel(isLru, 256);
        return List.of(83, 52, 38, 83, 97, 83, 23, 52, 83, 38, 97, 83).stream()
                .filter(shelf::requestObject)
                .count();
    }

    @Test
    void omitsLatencyParameterForHalfMillisecond() {
        assertThat(CaseStudySetup.latency(0.5)).isEmpty();
        assertThat(CaseStudySetup.latency(20)).isEqualTo("latency=20");
    }
}
