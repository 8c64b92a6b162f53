package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every scenario, in short, against the executable with its demo origin: no request fails, no body is stale. */
@Tag("thorough")
class ScenariosIT {

    private static final Path GATEWAY = Path.of("..", "gateway", "target", "larder-gateway-exec.jar");

    @TempDir
    private Path folder;

    @Test
    void everyScenarioEndsWithoutFailuresOrStaleBodies() throws Exception {
        assertThat(GATEWAY).as("build it first: mvn -pl gateway -am package").exists();
        try (var gateway = ChildProcess.java(List.of(
                "-jar",
                GATEWAY.toString(),
                "--server.port=0",
                "--spring.profiles.active=demo",
                "--larder.demo.latency=5ms"))) {
            var origin = gateway.await("Demo origin listens on (http://[0-9.:]+)");
            var server = "http://127.0.0.1:" + gateway.await("Netty started on port (\\d+)");
            var runs = runs(server, origin);
            try (var gatling = ChildProcess.java(gatling(server, runs))) {
                for (var run : runs) {
                    var name = run.split(" ")[0];
                    assertThat(gatling.await("ended: " + name + " with (\\d+)"))
                            .as(gatling.output())
                            .isEqualTo("0");
                }
                assertThat(gatling.exitCode()).isZero();
                assertThat(Pattern.compile(
                                        "hit ratio [01]\\.\\d{4}.*\\RBodies: \\d+ with a version were checked, 0 stale; 0 of")
                                .matcher(gatling.output())
                                .results())
                        .as(gatling.output())
                        .hasSize(runs.size());
            }
        }
    }

    private List<String> runs(String server, String origin) throws Exception {
        var log = Files.writeString(
                folder.resolve("access.log"),
                "192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] \"GET /users/1 HTTP/1.1\" 200 99\n".repeat(100));
        return List.of(
                "HotAndCold requests=300",
                "RestMix requests=500",
                "RandomAccess requests=100",
                "StaggeredRepetition requests=100",
                "HotKey requests=1000 users=50 originUrl=" + origin,
                "CacheStampede users=30 rounds=1",
                "LargeObjects size=1000000 requests=20 objects=2",
                "SmallUploads requests=200",
                "TwoInstances requests=500 secondUrl=" + server,
                "ColdStart requests=300",
                "TrafficReplay trace=" + log);
    }

    private List<String> gatling(String server, List<String> runs) {
        var command = new ArrayList<String>(List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-DbaseUrl=" + server,
                "-cp",
                System.getProperty("java.class.path"),
                ScenarioRuns.class.getName(),
                folder.resolve("results").toString()));
        command.addAll(runs);
        return command;
    }
}
