package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenario runs against the executable with its demo origin, both as processes of their own. */
class HotAndColdIT {

    private static final Path GATEWAY = Path.of("..", "gateway", "target", "larder-gateway-exec.jar");

    @TempDir
    private Path results;

    @Test
    void noRequestFailsAndHotReadsAreHits() throws Exception {
        assertThat(GATEWAY).as("build it first: mvn -pl gateway -am package").exists();
        try (var gateway = ChildProcess.java(
                List.of("-jar", GATEWAY.toString(), "--server.port=0", "--spring.profiles.active=demo"))) {
            var port = gateway.await("Netty started on port (\\d+)");
            try (var gatling = ChildProcess.java(gatling(port))) {
                var ratio = gatling.await("hit ratio ([0-9.]+)");

                assertThat(gatling.exitCode()).as(gatling.output()).isZero();
                assertThat(Double.parseDouble(ratio)).as(gatling.output()).isBetween(0.01, 0.81);
            }
        }
    }

    private List<String> gatling(String port) {
        return List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-DbaseUrl=http://127.0.0.1:" + port,
                "-Dusers=20",
                "-Dduration=3",
                "-cp",
                System.getProperty("java.class.path"),
                "io.gatling.app.Gatling",
                "--simulation",
                HotAndCold.class.getName(),
                "--results-folder",
                results.toString(),
                "--no-reports");
    }
}
