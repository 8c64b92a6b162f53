package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BodyFilesTest {

    private final MemoryLogDirectory log = new MemoryLogDirectory();
    private final MemoryLogDirectory disk = (MemoryLogDirectory) log.folder("bodies");
    private final BodyFiles bodies = bodies();
    private final byte[] content = new byte[3000];

    BodyFilesTest() {
        new Random(1).nextBytes(content);
    }

    private BodyFiles bodies() {
        try {
            return BodyFiles.in(log);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private BodySink written() throws IOException {
        BodySink sink = bodies.begin();
        sink.write(ByteBuffer.wrap(content, 0, 1000));
        sink.write(ByteBuffer.wrap(content, 1000, 2000));
        return sink;
    }

    private byte[] read(String name) throws IOException {
        try (LogDirectory.Input input = bodies.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) input.length());
            assertThat(input.readAll(bytes, 0)).isTrue();
            return bytes.array();
        }
    }

    @Test
    void committedContentIsReadableUntilItIsDeleted() throws IOException {
        BodySink sink = written();
        assertThat(sink.length()).isEqualTo(3000);
        BodyFile body = sink.commit();
        sink.abort();

        var crc = new CRC32C();
        crc.update(content);
        assertThat(body.crc()).isEqualTo((int) crc.getValue());
        assertThat(body.length()).isEqualTo(3000);
        assertThat(read(body.name())).isEqualTo(content);
        bodies.delete(body.name());
        assertThat(disk.list()).isEmpty();
    }

    @Test
    @Tag("hardening-U11")
    void abortedOrFailedCommitLeavesNoFile() throws IOException {
        written().abort();
        assertThat(disk.list()).isEmpty();
        for (Class<? extends LogDirectoryOperation> kind : Set.of(
                LogDirectoryOperation.Force.class,
                LogDirectoryOperation.Rename.class,
                LogDirectoryOperation.ForceFolder.class)) {
            disk.failOn(kind, new IOException("EIO"));
            assertThatThrownBy(written()::commit).isInstanceOf(IOException.class);
            assertThat(disk.list()).isEmpty();
        }
    }

    @Test
    void sweepDeletesUnreferencedFiles() throws IOException {
        BodyFile kept = written().commit();
        written().commit();
        written();

        assertThat(bodies.sweep(Set.of(kept.name()))).isEqualTo(2);
        assertThat(disk.list()).containsExactly(kept.name());
    }

    @Test
    void rejectsInvalidAndEscapingFileNames() {
        for (String name : new String[] {"../owner", "/etc/passwd", "x.body", ""}) {
            assertThatThrownBy(() -> bodies.open(name)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> bodies.delete(name)).isInstanceOf(IOException.class);
        }
    }

    @Test
    @Tag("hardening-U2")
    void committedContentSurvivesEveryCrashCompletely() throws IOException {
        BodyFile body = written().commit();
        var random = new Random(2);
        var crash = new CrashState(new MemoryLogDirectory());
        for (LogDirectoryOperation op : disk.ops) {
            crash.happens(op);
            for (int i = 0; i < 100; i++) {
                Map<String, byte[]> state = crash.state(random);
                byte[] found = state.get(body.name());
                assertThat(found == null || Arrays.equals(found, content)).isTrue();
                assertThat(found != null || op != disk.ops.get(disk.ops.size() - 1))
                        .isTrue();
            }
        }
    }
}
