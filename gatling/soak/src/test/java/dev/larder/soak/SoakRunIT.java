package dev.larder.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A minute of it, or as many as asked for; nothing of the full disk where only root could fill one. */
class SoakRunIT {

    private static final String MINUTES = System.getProperty("soak.minutes", "1");

    @TempDir
    private Path results;

    @Test
    @Tag("hardening-X1")
    @Tag("hardening-X2")
    @Tag("hardening-X6")
    void soakRunWithFaultsPassesAndWritesReport() {
        var arguments = new ArrayList<>(List.of("--minutes=" + MINUTES, "--root=../..", "--out=" + results));
        if (!System.getProperty("user.name").equals("root")) {
            arguments.add("--without=FULL_DISK");
        }

        var exit = SoakCommand.execute(arguments.toArray(String[]::new));

        assertThat(exit).isZero();
        assertThat(results).isDirectoryContaining("glob:**-soak.md").isDirectoryContaining("glob:**-soak.png");
    }
}
