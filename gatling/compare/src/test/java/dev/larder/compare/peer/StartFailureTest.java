package dev.larder.compare.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartFailureTest {

    @Test
    void reportsDescriptionOfSpringBootFailure() {
        var log = List.of(
                "APPLICATION FAILED TO START",
                "Description:",
                "",
                "The property larder.hit-path",
                "does not exist.",
                "Action:",
                "Write it otherwise.");

        assertThat(StartFailure.reason(log)).isEqualTo("The property larder.hit-path does not exist.");
    }

    @Test
    void reportsLastNonBlankLineWithoutDescription() {
        assertThat(StartFailure.reason(List.of("a", "nginx: [emerg] bind() failed", " ")))
                .isEqualTo("nginx: [emerg] bind() failed");
    }

    @Test
    void reportsMissingOutput() {
        assertThat(StartFailure.reason(List.of())).isEqualTo("it ended without a word");
    }
}
