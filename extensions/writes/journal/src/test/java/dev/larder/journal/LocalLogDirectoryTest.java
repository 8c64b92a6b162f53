package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder of the file system, for its owner only. */
class LocalLogDirectoryTest {

    @TempDir
    Path temporary;

    private Path folder;
    private LogDirectory disk;

    @BeforeEach
    void begin() throws IOException {
        folder = temporary.resolve("new/log");
        disk = LocalLogDirectory.at(folder);
    }

    private void write(String name, String text) throws IOException {
        try (LogDirectory.Output file = disk.create(name)) {
            file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            file.force();
        }
    }

    private String read(String name) throws IOException {
        try (LogDirectory.Input file = disk.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.length());
            assertThat(file.readAll(bytes, 0)).isTrue();
            assertThat(file.read(ByteBuffer.allocate(1), file.length())).isEqualTo(-1);
            return new String(bytes.array(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void readsBackWrittenFile() throws IOException {
        write("a", "text");
        assertThat(read("a")).isEqualTo("text");
        assertThat(disk.list()).containsExactly("a");
        assertThat(disk).hasToString(folder.toString());
    }

    @Test
    void createRejectsExistingFile() throws IOException {
        write("a", "text");
        assertThatThrownBy(() -> disk.create("a")).isInstanceOf(IOException.class);
        assertThat(read("a")).isEqualTo("text");
    }

    @Test
    void truncatesFileToGivenLength() throws IOException {
        write("a", "text");
        disk.truncate("a", 2);
        disk.force("a");
        assertThat(read("a")).isEqualTo("te");
        try (LogDirectory.Output file = disk.create("b")) {
            file.write(ByteBuffer.wrap(new byte[10]), 5);
            file.truncate(3);
        }
        assertThat(read("b")).hasSize(3);
    }

    @Test
    void renameAndDeleteRemoveOldName() throws IOException {
        write("a", "text");
        disk.rename("a", "b");
        disk.forceFolder();
        assertThat(disk.list()).containsExactly("b");
        assertThat(read("b")).isEqualTo("text");
        disk.delete("b");
        assertThat(disk.list()).isEmpty();
    }

    @Test
    void subfolderIsSeparateDirectoryAndNotListedAsFile() throws IOException {
        disk.folder("bodies").create("x").close();
        assertThat(disk.list()).isEmpty();
        assertThat(folder.resolve("bodies/x")).exists();
        assertThat(disk.folder("bodies").list()).containsExactly("x");
    }

    @Test
    void createsFolderAndFilesAccessibleOnlyByOwner() throws IOException {
        write("a", "text");
        assertThat(mode(folder)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("a"))).isEqualTo("rw-------");
    }

    @Test
    @Tag("hardening-U15")
    void keepsModeOfExistingFolderAndWarnsIfOthersHaveAccess() throws IOException {
        List<String> said = new ArrayList<>();
        for (String mode : List.of("rwx------", "rwxr-x---", "rwxrwxrwx")) {
            Path there = Files.createDirectory(temporary.resolve(mode));
            Files.setPosixFilePermissions(there, PosixFilePermissions.fromString(mode));
            try (var silence = new LoggerCapture(LocalLogDirectory.class)) {
                LocalLogDirectory.at(there).folder("bodies").create("x").close();
                said.addAll(silence.said());
            }
            assertThat(mode(there)).isEqualTo(mode);
            assertThat(mode(there.resolve("bodies"))).isEqualTo("rwx------");
            assertThat(mode(there.resolve("bodies/x"))).isEqualTo("rw-------");
        }
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("(rwxr-x---)", "chmod 700 " + temporary.resolve("rwxr-x---"));
    }

    /** As an earlier version may have left them, or a backup has brought them back. */
    @Test
    @Tag("hardening-U15")
    void restrictsModeOfExistingLogFilesButNotOfLinkTargets() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> parts = List.of(LogFileNames.segment(1), LogFileNames.OWNER, "a.quarantine");
        for (String part : parts) {
            Files.createFile(folder.resolve(part));
            Files.setPosixFilePermissions(folder.resolve(part), PosixFilePermissions.fromString("rw-r--r--"));
        }
        Files.createDirectory(folder.resolve("bodies"));
        Files.setPosixFilePermissions(folder.resolve("bodies"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(temporary.resolve("elsewhere"), "");
        Files.setPosixFilePermissions(temporary.resolve("elsewhere"), PosixFilePermissions.fromString("rw-r--r--"));
        Files.createSymbolicLink(folder.resolve(LogFileNames.segment(2)), temporary.resolve("elsewhere"));
        BodyFiles.in(LocalLogDirectory.at(folder));
        for (String part : parts) {
            assertThat(mode(folder.resolve(part))).as(part).isEqualTo("rw-------");
        }
        assertThat(mode(folder.resolve("bodies"))).isEqualTo("rwx------");
        assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
        assertThat(mode(temporary.resolve("elsewhere"))).isEqualTo("rw-r--r--");
    }

    @Test
    void createsParentFolderAccessibleOnlyByOwner() throws IOException {
        assertThat(mode(folder.getParent())).isEqualTo("rwx------");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void doesNotFollowSymbolicLinks() throws IOException {
        Files.writeString(temporary.resolve("elsewhere"), "secret");
        Files.createSymbolicLink(folder.resolve("a"), temporary.resolve("elsewhere"));
        assertThatThrownBy(() -> disk.open("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.truncate("a", 0)).isInstanceOf(IOException.class);
    }

    @Test
    void operationsOnMissingFileFail() {
        assertThatThrownBy(() -> disk.open("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.force("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.truncate("a", 0)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.rename("a", "b")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.delete("a")).isInstanceOf(IOException.class);
    }

    @Test
    void rejectsFileAsSubfolder() throws IOException {
        write("a", "text");
        assertThatThrownBy(() -> disk.folder("a")).isInstanceOf(IOException.class);
    }

    @Test
    void lockHasOneHolderAtATime() throws IOException {
        Closeable lock = disk.lock("lock");
        assertThatThrownBy(() -> LocalLogDirectory.at(folder).lock("lock"))
                .isInstanceOf(LogInUseException.class)
                .hasMessageContaining(folder.toString());
        lock.close();
        disk.lock("lock").close();
    }

    @Test
    void failedLockAttemptLeavesFolderUnlocked() throws IOException {
        Files.createDirectory(folder.resolve("lock"));
        assertThatThrownBy(() -> disk.lock("lock")).isInstanceOf(IOException.class);
        Files.delete(folder.resolve("lock"));
        disk.lock("lock").close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"No space left on device", "Disk quota exceeded"})
    void recognizesFullDiskByMessage(String message) {
        assertThat(LocalFileOutput.typed(new IOException(message), Long.MAX_VALUE, 1))
                .isInstanceOf(NoSpaceException.class);
    }

    @Test
    void recognizesFullDiskByFreeBytes() {
        var fault = new IOException("Auf dem Gerät ist kein Speicherplatz mehr");
        assertThat(LocalFileOutput.typed(fault, 9, 10)).isInstanceOf(NoSpaceException.class);
        assertThat(LocalFileOutput.typed(fault, 10, 10)).isSameAs(fault);
        assertThat(LocalFileOutput.typed(new IOException(), 10, 10)).isNotInstanceOf(NoSpaceException.class);
    }

    @Test
    void closedFilesRejectOperations() throws IOException {
        LogDirectory.Output file = disk.create("a");
        file.close();
        assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1), 0)).isInstanceOf(IOException.class);
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        LogDirectory.Input input = disk.open("a");
        input.close();
        assertThatThrownBy(input::length).isInstanceOf(IOException.class);
    }
}
