package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The application has no larder-disk: settings that need it stop the start, and the message names the jar. */
@ExtendWith(OutputCaptureExtension.class)
class MissingJarTest {

    @ParameterizedTest
    @CsvSource({
        "larder.store.type, disk, 'the jar larder-disk, which adds it, is not on the class path'",
        "larder.disk.path, /var/cache/larder, 'dev.larder:larder-disk, is not on the class path'",
        "larder.disk.max-size, 1GB, 'dev.larder:larder-disk, is not on the class path'"
    })
    void startFailsAndNamesMissingJar(String property, String value, String why, CapturedOutput output) {
        assertThat(catchThrowable(() -> SpringApplication.run(
                        LearningGateway.class,
                        "--server.address=127.0.0.1",
                        "--server.port=0",
                        "--" + property + "=" + value)))
                .isNotNull();
        assertThat(output)
                .contains(
                        "APPLICATION FAILED TO START",
                        "The property " + property + " has the value '" + value + "'",
                        why,
                        "dd the dependency dev.larder:larder-disk");
    }
}
