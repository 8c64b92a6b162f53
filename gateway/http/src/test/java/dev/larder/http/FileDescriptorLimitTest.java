package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileDescriptorLimitTest {

    @ParameterizedTest
    @CsvSource({
        "20000, 1048576, 200, 20000",
        "20000, 20000, 0, 18976",
        "20000, 20000, 200, 18776",
        "20000, 4096, 96, 2976",
        "20000, 2248, 200, 1024",
        "20000, 256, 160, 48",
        "20, 256, 160, 20",
        "20000, 256, 256, 1",
        "20000, 256, 300, 1",
        "20000, 1, 0, 1",
        "20000, 0, 0, 1",
        "20000, 9223372036854775807, 200, 20000"
    })
    @Tag("hardening-X12")
    void limitsConnectionsToFreeFileDescriptors(int wished, long descriptors, long open, int connections) {
        assertThat(FileDescriptorLimit.connections(wished, descriptors, open)).isEqualTo(connections);
    }
}
