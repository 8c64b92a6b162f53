package dev.larder.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptorsTest {

    @ParameterizedTest
    @CsvSource({
        "20000, 1048576, 20000",
        "20000, 20000, 18976",
        "20000, 4096, 3072",
        "20000, 2048, 1024",
        "20000, 256, 128",
        "20, 256, 20",
        "20000, 1, 1",
        "20000, 0, 1",
        "20000, 9223372036854775807, 20000"
    })
    void clientsLeaveDescriptorsForTheRest(int wished, long descriptors, int connections) {
        assertThat(Descriptors.connections(wished, descriptors)).isEqualTo(connections);
    }

    @Test
    void theOtherLimitsStayAsTheyAre() {
        var wished = new ClientLimits(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), 4, 5);
        assertThat(Descriptors.within(wished)).isEqualTo(wished);
    }
}
