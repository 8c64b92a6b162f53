package dev.larder.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All experiments run, in their short form. */
class ExperimentCatalogIT {

    private static final Path ROOT = Path.of("..", "..");

    @TempDir
    private Path results;

    @Test
    void everyExperimentWritesCsvPlotPageAndTableRow() throws Exception {
        assertThat(ROOT.resolve("gateway/target/larder-gateway-exec.jar"))
                .as("build it first: mvn -pl gateway -am package")
                .exists();

        var exit = ExperimentsCommand.execute(
                "--scale=short",
                "--root=" + ROOT,
                "--out=" + results,
                "--jvm-options=-XX:+UseSerialGC -Xmx384m -XX:TieredStopAtLevel=1",
                "all");

        assertThat(exit).isZero();
        var page = Files.readString(results.resolve("README.md"));
        for (var experiment : ExperimentCatalog.named(List.of("all"))) {
            assertThat(page).contains("[" + experiment.name() + "](");
            for (var ending : List.of(".csv", ".png", ".md")) {
                assertThat(written("-" + experiment.name() + ending)).isNotEmpty();
            }
        }
    }

    /** What is in the file whose name ends like that. */
    private byte[] written(String ending) throws Exception {
        try (Stream<Path> files = Files.list(results)) {
            return Files.readAllBytes(files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
