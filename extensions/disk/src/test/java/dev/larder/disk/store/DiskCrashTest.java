package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.disk.store.DiskFaults.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders as crashes, failing disks and busy hands leave them: what is there is right, and the rest is gone. */
@Tag("thorough")
class DiskCrashTest extends DiskFixture {

    private static final int ENTRIES = 200;

    @BeforeEach
    void fill() {
        open();
        IntStream.range(0, ENTRIES).forEach(n -> put(n, textOf(n)));
    }

    private static String textOf(int n) {
        return ("text " + n + ";").repeat(1 + n % 400);
    }

    /** How many entries are there; all that are there are right, and there is no file beside theirs. */
    private long checked() {
        long there = IntStream.range(0, ENTRIES).filter(this::isThere).count();
        settle();
        assertThat(blobs(folderPath)).hasSize((int) there);
        store.checkInvariants();
        return there;
    }

    private Path folderPath = temporary;

    private void openCopy(Path path) {
        close();
        folderPath = path;
        open(path);
    }

    private boolean isThere(int n) {
        var text = get(n);
        text.ifPresent(found -> assertThat(found).isEqualTo(textOf(n)));
        return text.isPresent();
    }

    @Test
    void copyOfFolderInUseContainsAllCommittedEntries() throws IOException {
        folder.commit();
        put(0, textOf(0));
        openCopy(copy(at(), temporary.resolve("copy")));
        assertThat(checked()).isGreaterThanOrEqualTo(ENTRIES - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void truncatedIndexYieldsCorrectEntriesOrNone(long seed) throws IOException {
        var random = new Random(seed);
        for (int n = 0; n < 20; n++) {
            put(random.nextInt(ENTRIES), "superseded");
            folder.commit();
        }
        IntStream.range(0, ENTRIES).forEach(n -> put(n, textOf(n)));
        folder.commit();
        Path copy = copy(at(), temporary.resolve("copy"));
        try (var index = FileChannel.open(copy.resolve("index.mv"), StandardOpenOption.WRITE)) {
            index.truncate(index.size() - 1 - random.nextInt((int) index.size()));
        }
        openCopy(copy);
        checked();
        assertThat(put(0, textOf(0))).isNotNull();
        assertThat(get(0)).contains(textOf(0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void damagedIndexNeverYieldsWrongEntries(long seed) throws IOException {
        folder.close();
        var random = new Random(seed);
        try (var index = FileChannel.open(at().resolve("index.mv"), StandardOpenOption.WRITE)) {
            byte[] noise = new byte[1 + random.nextInt(2_000)];
            random.nextBytes(noise);
            index.write(ByteBuffer.wrap(noise), (long) (random.nextDouble() * index.size()));
        }
        openCopy(at());
        checked();
        assertThat(put(0, textOf(0))).isNotNull();
        assertThat(get(0)).contains(textOf(0));
    }

    @Test
    @Tag("hardening-K")
    void invalidIndexIsDiscardedWithAllFilesAndCounted() throws IOException {
        folder.close();
        Files.writeString(at().resolve("index.mv"), "none".repeat(5_000));
        openCopy(at());
        assertThat(faults.count(Kind.INDEX)).isEqualTo(1);
        assertThat(checked()).isZero();
        put(1, textOf(1));
        reopen();
        assertThat(checked()).isEqualTo(1);
    }

    @Test
    @Tag("hardening-K")
    void removesRecordsWithoutFileAndFilesWithoutRecord() throws IOException {
        folder.close();
        List<Path> files = blobs();
        Files.delete(files.get(0));
        Files.delete(files.get(7));
        Files.copy(
                files.get(1),
                files.get(1)
                        .resolveSibling(
                                "00000000ffffff" + files.get(1).getParent().getFileName()));
        Files.writeString(files.get(1).resolveSibling("what is this"), "?");
        openCopy(at());
        assertThat(checked()).isEqualTo(ENTRIES - 2);
        assertThat(faults.count(Kind.DAMAGED)).isZero();
    }

    @Test
    void doesNotReuseFileNumbersAfterClearAndRestart() {
        String greatest = greatest();
        await(store.clear());
        reopen();
        put(1, "text");
        assertThat(greatest()).isGreaterThan(greatest);
    }

    private String greatest() {
        return blobs().stream()
                .map(path -> path.getFileName().toString())
                .max(String::compareTo)
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void neverReturnsContentOfDamagedOrSwappedFiles(long seed) throws IOException {
        folder.close();
        var random = new Random(seed);
        List<Path> files = blobs();
        for (int i = 0; i < 40; i++) {
            harm(files.get(random.nextInt(ENTRIES)), files.get(random.nextInt(ENTRIES)), random);
        }
        openCopy(at());
        assertThat(checked()).isBetween(ENTRIES - 80L, ENTRIES - 10L);
        assertThat(faults.count(Kind.DAMAGED)).isPositive();
    }

    private static void harm(Path file, Path other, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        switch (random.nextInt(4)) {
            case 0 -> {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, bytes);
            }
            case 1 -> Files.write(file, new byte[bytes.length]);
            case 2 -> Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
            default -> Files.write(file, Files.readAllBytes(other));
        }
    }
}
