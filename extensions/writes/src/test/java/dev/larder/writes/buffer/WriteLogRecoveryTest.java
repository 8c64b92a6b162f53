package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.journal.BodySink;
import dev.larder.journal.FaultyLogDirectory;
import dev.larder.journal.LocalLogDirectory;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with contents in files when an archive is opened. */
class WriteLogRecoveryTest {

    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1 << 20, 1 << 17, 1 << 15, 1 << 20, 0);
    private static final String SEGMENT = "000000000000000001.segment";
    private static final String QUARANTINED = SEGMENT + ".quarantine";

    @TempDir
    private Path folder;

    private WriteLog open() throws IOException {
        return WriteLogRecovery.open(folder, SETTINGS, Runnable::run);
    }

    private WriteLog open(FaultyLogDirectory.Fault fault) throws IOException {
        return WriteLogRecovery.of(
                FaultyLogDirectory.over(LocalLogDirectory.at(folder), fault), SETTINGS, Runnable::run);
    }

    private static AcknowledgedWrite take(WriteLog log, WriteContent content) {
        var upload = new IncomingWrite(
                "items",
                "key",
                new RequestHead("POST", URI.create("http://origin/items"), HeaderFields.EMPTY),
                Optional.empty(),
                WriteReach.of(Set.of(), URI.create("http://origin/items")),
                content);
        return log.accept(upload, Instant.EPOCH, write -> {})
                .toCompletableFuture()
                .join();
    }

    private static WriteContent inFile(WriteLog log, String text) throws IOException {
        BodySink sink = log.newFile();
        sink.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        var file = sink.commit();
        return new WriteContent.InFile(file.name(), file.length());
    }

    private AcknowledgedWrite taken(String text) throws IOException {
        try (WriteLog log = open()) {
            return take(log, inFile(log, text));
        }
    }

    private List<Path> contents() throws IOException {
        try (var files = Files.list(folder.resolve("bodies"))) {
            return files.toList();
        }
    }

    private void damageHead(Path segment) throws IOException {
        try (var file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.write(new byte[] {1});
            file.seek(512);
            file.write(new byte[] {1});
        }
    }

    @Test
    @Tag("hardening-U5")
    void keepsContentFilesWhileSegmentIsQuarantined() throws IOException {
        taken("one");
        damageHead(folder.resolve(SEGMENT));
        open().close();
        assertThat(contents()).hasSize(1);
        assertThat(folder.resolve(QUARANTINED)).exists();
        open().close();
        assertThat(contents()).hasSize(1);

        Files.delete(folder.resolve(QUARANTINED));
        open().close();
        assertThat(contents())
                .as("once the operator has taken the quarantine away")
                .isEmpty();
    }

    @Test
    void keepsContentFilesOfMissingSegmentAcrossStarts() throws IOException {
        inRecord();
        taken("one");
        inRecord();
        Files.delete(folder.resolve("000000000000000002.segment"));
        open().close();
        assertThat(contents()).hasSize(1);
        Files.delete(folder.resolve("000000000000000003.segment"));
        open().close();
        assertThat(contents()).hasSize(1);
    }

    private void inRecord() throws IOException {
        try (WriteLog log = open()) {
            take(log, new WriteContent.Inline(ByteBuffer.wrap(new byte[1])));
        }
    }

    @Test
    void deletesUnreferencedContentFilesAfterCompleteRecovery() throws IOException {
        AcknowledgedWrite write = taken("one");
        try (WriteLog log = open()) {
            inFile(log, "never acknowledged");
        }
        try (WriteLog log = open()) {
            assertThat(contents()).hasSize(1);
            assertThat(log.content(write.number()).readAllBytes()).hasSize(3);
        }
    }

    @Test
    @Tag("hardening-U5")
    void keepsWritePendingWhileItsContentCannotBeOpened() throws IOException {
        AcknowledgedWrite write = taken("one");
        for (String call : List.of("open", "length", "read")) {
            boolean[] healed = {false};
            FaultyLogDirectory.Fault fault = (called, file) -> {
                if (called.equals(call) && file.endsWith(".body") && !healed[0]) {
                    throw new AccessDeniedException(file);
                }
            };
            try (WriteLog log = open(fault)) {
                assertThat(log.kept(write.number()).orElseThrow().isDead())
                        .as(call)
                        .isFalse();
                healed[0] = true;
                assertThat(log.content(write.number()).readAllBytes()).hasSize(3);
            }
        }
    }

    @Test
    void writeWithMissingOrTruncatedContentBecomesDeadLetter() throws IOException {
        AcknowledgedWrite gone = taken("one");
        Files.delete(contents().get(0));
        AcknowledgedWrite cut = taken("three");
        try (var file = new RandomAccessFile(contents().get(0).toFile(), "rw")) {
            file.setLength(2);
        }
        try (WriteLog log = open()) {
            assertThat(log.kept(gone.number()).orElseThrow().isDead()).isTrue();
            assertThat(log.kept(cut.number()).orElseThrow().isDead()).isTrue();
        }
        assertThat(contents()).as("a dead letter keeps what there is of it").hasSize(1);
    }

    @Test
    void refusedStartLeavesLogUnlocked() throws IOException {
        AcknowledgedWrite write = taken("one");
        assertThatThrownBy(() -> open((call, file) -> {
                    if (call.equals("folder")) {
                        throw new AccessDeniedException(file);
                    }
                }))
                .isInstanceOf(AccessDeniedException.class);
        try (WriteLog log = open()) {
            assertThat(log.kept(write.number())).isPresent();
        }
    }
}
