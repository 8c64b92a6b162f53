package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.journal.FaultyLogDirectory;
import dev.larder.journal.LocalLogDirectory;
import dev.larder.journal.SegmentLog;
import dev.larder.journal.SegmentLogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive that cannot be opened is as it was, whichever operation of the file system has failed. */
class WriteLogOpeningFailureTest {

    private static final SegmentLogSettings SETTINGS = SegmentLogSettings.ofBytes(256 << 20);

    private static final Logger LOG = Logger.getLogger(SegmentLog.class.getPackageName());

    @TempDir
    private Path folder;

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (var all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return files;
    }

    private void open(FaultyLogDirectory.Fault fault) throws IOException {
        WriteLogRecovery.of(FaultyLogDirectory.over(LocalLogDirectory.at(folder), fault), SETTINGS, Runnable::run)
                .close();
    }

    /** Zeros that a start leaves if it is killed, a content that no write has, and a temporary file. */
    private void prepare() throws IOException {
        Files.write(folder.resolve("000000000000000999.segment"), new byte[10]);
        Files.write(folder.resolve("bodies").resolve("0123456789abcdef".repeat(2) + ".body"), new byte[10]);
        Files.write(folder.resolve("owner.tmp"), new byte[10]);
    }

    @Test
    @Tag("hardening-U5")
    void failedOpeningLeavesFilesUnchanged() throws IOException {
        open((call, file) -> {});
        List<String> calls = new ArrayList<>();
        prepare();
        open((call, file) -> calls.add(call));
        int refused = 0;
        for (int failing = 0; failing < calls.size(); failing++) {
            prepare();
            Map<String, String> before = files();
            int[] left = {failing};
            try {
                open((call, file) -> {
                    if (left[0]-- == 0) {
                        throw new IOException("EIO");
                    }
                });
            } catch (IOException unopened) {
                refused++;
                assertThat(files())
                        .as("operation %d, %s", failing, calls.get(failing))
                        .isEqualTo(before);
            }
        }
        assertThat(refused).isPositive();
    }
}
