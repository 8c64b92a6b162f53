package dev.larder.compare.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianRangeTest {

    @Test
    void medianOfOddCountIsMiddleValue() {
        assertThat(MedianRange.of(List.of(9.0, 1.0, 5.0))).isEqualTo(new MedianRange(5, 1, 9));
    }

    @Test
    void medianOfEvenCountIsMeanOfMiddleTwo() {
        assertThat(MedianRange.of(List.of(4.0, 1.0, 9.0, 2.0))).isEqualTo(new MedianRange(3, 1, 9));
    }

    @Test
    void rejectsEmptyList() {
        assertThatThrownBy(() -> MedianRange.of(List.of())).hasMessageContaining("nothing was measured");
    }

    @Test
    void textGroupsThousands() {
        assertThat(new MedianRange(1234.5, 1000, 20000).text(1)).isEqualTo("1,234.5 (1,000.0 .. 20,000.0)");
    }
}
