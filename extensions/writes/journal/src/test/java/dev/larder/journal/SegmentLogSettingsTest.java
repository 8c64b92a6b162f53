package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds that contradict each other are none. */
class SegmentLogSettingsTest {

    private static final int MIB = 1 << 20;

    @ParameterizedTest
    @CsvSource({
        "4096, 40000, 2000, -1, 1, 0",
        "4096, 40000, 2000, 3049, 1, 0",
        "4096, 40000, -1, 1500, 1, 0",
        "4096, 40000, 40000, 1500, 1, 0",
        "4096, 40000, 2000, 1500, 0, 0",
        "4096, 40000, 2000, 1500, 1, -1",
    })
    void rejectsContradictorySettings(int segment, long most, long reserve, int record, long waiting, int ahead) {
        assertThatThrownBy(() -> new SegmentLogSettings(segment, most, reserve, record, waiting, ahead))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 40000, 0, 0, 1, 0",
        "4096, 40000, 39999, 3048, 1, 1",
    })
    void acceptsSettingsAtTheirLimits(int segment, long most, long reserve, int record, long waiting, int ahead) {
        assertThatCode(() -> new SegmentLogSettings(segment, most, reserve, record, waiting, ahead))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"256, 16", "1024, 16", "2048, 32", "4096, 64", "65536, 64"})
    void segmentSizeGrowsWithLogSize(long mib, int segmentMib) {
        SegmentLogSettings settings = SegmentLogSettings.ofBytes(mib * MIB);
        assertThat(settings)
                .isEqualTo(new SegmentLogSettings(segmentMib * MIB, mib * MIB, mib * MIB / 8, 8 * MIB, 32L * MIB, MIB));
        assertThat(settings.bufferBytes()).isEqualTo(segmentMib * MIB / 64);
    }

    @Test
    void writeBufferIsBetween512BytesAnd1MiB() {
        assertThat(new SegmentLogSettings(4096, 40_000, 0, 1500, 1, 0).bufferBytes())
                .isEqualTo(512);
        assertThat(new SegmentLogSettings(128 * MIB, 512L * MIB, 0, 1500, 1, 0).bufferBytes())
                .isEqualTo(MIB);
    }
}
