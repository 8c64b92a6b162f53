package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A client in another language, generated from the published .proto: {@code gatling/rpc/run --short}, which checks what it
 * measures. Skipped where Python or its packages cannot be had.
 */
@Tag("thorough")
class PythonClientTest {

    private static final int SKIPPED = 77;
    private static final int PATIENCE_MINUTES = 3;

    @Test
    void pythonClientMeasuresExpectedFigures() throws Exception {
        Path root = Path.of("..", "..").toAbsolutePath().normalize();
        Process run = new ProcessBuilder(root.resolve("gatling/rpc/run").toString(), "--short")
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(run.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
            if (run.exitValue() == SKIPPED) {
                System.out.println("SKIPPED: the client in Python, " + output);
            }
            Assumptions.assumeTrue(run.exitValue() != SKIPPED, output);
            assertThat(run.exitValue()).as(output).isZero();
            assertThat(output).contains("as they must be");
        } finally {
            run.destroyForcibly();
        }
    }
}
