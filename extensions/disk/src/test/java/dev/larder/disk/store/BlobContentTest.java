package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.HeapContent;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.disk.store.DiskFaults.Kind;
import dev.larder.disk.store.PageCodec.Page;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BlobContentTest extends DiskFixture {

    private DiskStore<Page> pages;

    @BeforeEach
    void start() {
        open();
        pages = store(new PageCodec(), "pages", 10);
    }

    private BlobContent blob(String text) {
        try {
            BlobWriter writer = folder.newBlob();
            writer.write(bytes(text));
            return writer.finish();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private StoreOutcome put(int n, Page page) {
        return await(pages.put(key(n), entryOf(page)));
    }

    private static CacheEntry<Page> entryOf(Page page) {
        return CacheEntry.of(page, 100, 1, Instant.MAX);
    }

    private Page page(int n) {
        return read(n).value();
    }

    private CacheEntry<Page> read(int n) {
        return await(pages.get(key(n))).orElseThrow();
    }

    private static String textOf(Page page) {
        return DiskTextCodec.text(page.content()).orElseThrow();
    }

    private static long sum(String text) {
        var crc = new CRC32C();
        crc.update(bytes(text));
        return crc.getValue();
    }

    @Test
    void blobHasLengthAndChecksumOfWrittenBytes() {
        BlobContent blob = blob("0123456789ab");
        assertThat(blob.length()).isEqualTo(12);
        assertThat(blob.checksum()).isEqualTo(sum("0123456789ab"));
        assertThat(blob).isNotEqualTo(blob("0123456789ab"));
    }

    @Test
    void writtenBytesAreReadableUntilBlobIsReleased() throws IOException {
        BlobWriter writer = folder.newBlob();
        writer.write(bytes("abc"), bytes("def"));
        assertThat(writer.written()).isEqualTo(6);
        var into = ByteBuffer.allocate(10);
        assertThat(writer.read(into, 2)).isEqualTo(4);
        assertThat(writer.read(ByteBuffer.allocate(1), 6)).isEqualTo(-1);
        BlobContent blob = writer.finish();
        assertThat(writer.read(into.clear(), 0)).isEqualTo(6);
        assertThatThrownBy(() -> writer.write(bytes("g"))).isInstanceOf(IOException.class);
        writer.abort();
        assertThat(blob.open()).isPresent().get().satisfies(OpenBlob::close);
        blob.release();
        assertThatThrownBy(() -> writer.read(into.clear(), 0)).isInstanceOf(IOException.class);
    }

    @Test
    void deletesAbortedFilesAndReleasedUnstoredOnes() throws IOException {
        folder.newBlob().abort();
        settle();
        assertThat(blobs()).isEmpty();
        BlobContent blob = blob("nobody's");
        assertThat(blobs()).hasSize(1);
        blob.release();
        blob.release();
        settle();
        assertThat(blobs()).isEmpty();
        assertThat(blob.open()).isEmpty();
    }

    @Test
    void storedBlobKeepsItsFileAfterReleaseAndRestart() {
        BlobContent blob = blob("spooled to a file");
        assertThat(put(1, new Page("a", blob))).isEqualTo(StoreOutcome.STORED);
        blob.release();
        settle();
        assertThat(blobs()).hasSize(1);
        assertThat(page(1).content()).isEqualTo(blob);
        assertThat(textOf(page(1))).isEqualTo("spooled to a file");
        reopen();
        pages = store(new PageCodec(), "pages", 10);
        assertThat(textOf(page(1))).isEqualTo("spooled to a file");
    }

    @Test
    void openBlobOutlivesItsEntryAndIsDeletedOnClose() {
        put(1, Page.of("a", "longer than ten bytes"));
        OpenBlob open = ((BlobContent) page(1).content()).open().orElseThrow();
        await(pages.remove(key(1)));
        settle();
        assertThat(open.path()).exists();
        assertThat(DiskTextCodec.text(open)).isEqualTo("longer than ten bytes");
        open.close();
        settle();
        assertThat(blobs()).isEmpty();
    }

    @Test
    void removedEntryWithOpenFileDoesNotReappearAfterCrash() throws IOException {
        put(1, Page.of("a", "longer than ten bytes"));
        folder.commit();
        try (OpenBlob open = ((BlobContent) page(1).content()).open().orElseThrow()) {
            await(pages.remove(key(1)));
            Path crashed = copy(at(), temporary.resolve("crashed"));
            assertThat(open.path()).exists();
            close();
            open(crashed);
            pages = store(new PageCodec(), "pages", 10);
            assertThat(await(pages.get(key(1)))).isEmpty();
        }
    }

    @Test
    void blobOfRemovedEntryDoesNotCountAsDamaged() {
        put(1, Page.of("a", "longer than ten bytes"));
        BlobContent blob = (BlobContent) page(1).content();
        await(pages.remove(key(1)));
        assertThat(blob.open()).isEmpty();
        assertThat(faults.count(Kind.DAMAGED)).isZero();
    }

    @Test
    void replacingHeadOfSameContentWritesNoFile() throws IOException {
        put(1, Page.of("a", "longer than ten bytes"));
        put(2, Page.of("a", "short"));
        List<Path> files = blobs();
        CacheEntry<Page> large = read(1);
        CacheEntry<Page> small = read(2);
        assertThat(await(pages.replace(
                        key(1), large, entryOf(new Page("b", large.value().content())))))
                .isEqualTo(StoreOutcome.STORED);
        assertThat(await(pages.replace(
                        key(2), small, entryOf(new Page("b", small.value().content())))))
                .isEqualTo(StoreOutcome.STORED);
        assertThat(blobs()).containsExactlyInAnyOrderElementsOf(files);
        assertThat(List.of(page(1).title(), page(2).title())).containsExactly("b", "b");
        assertThat(textOf(page(1)) + textOf(page(2))).isEqualTo("longer than ten bytesshort");
    }

    @Test
    void contentThatIsAlreadyStoredReusesItsFile() {
        Page page = Page.of("a", "short");
        put(1, page);
        assertThat(((HeapContent) page.content()).kept()).isInstanceOf(BlobContent.class);
        assertThat(await(pages.replace(key(1), entryOf(page), entryOf(new Page("b", page.content())))))
                .isEqualTo(StoreOutcome.STORED);
        assertThat(blobs()).hasSize(1);
    }

    @Test
    void blobStoredUnderTwoKeysSurvivesRemovalOfOne() {
        put(1, Page.of("a", "longer than ten bytes"));
        put(2, page(1));
        put(2, page(1));
        await(pages.remove(key(1)));
        assertThat(textOf(page(2))).isEqualTo("longer than ten bytes");
        assertThat(blobs()).hasSize(1);
    }

    @Test
    void rejectsBlobWhoseFileIsGone() {
        put(1, Page.of("a", "longer than ten bytes"));
        Page gone = page(1);
        put(1, Page.of("b", "another of ten bytes"));
        assertThat(put(1, gone)).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(await(pages.get(key(1)))).isEmpty();
        assertThat(faults.count(Kind.DAMAGED)).isZero();
        assertThat(blobs()).isEmpty();
    }

    @Test
    @Tag("hardening-K")
    void detectsChangedByteOnOpenAndRemovesEntry() throws IOException {
        put(1, Page.of("a", "longer than ten bytes"));
        BlobContent blob = (BlobContent) page(1).content();
        assertThat(blob.open()).isPresent().get().satisfies(OpenBlob::close);
        Files.write(blobs().get(0), new byte[] {'L'}, StandardOpenOption.WRITE);
        Files.setLastModifiedTime(blobs().get(0), FileTime.fromMillis(1));
        assertThat(blob.open()).isEmpty();
        assertThat(faults.count(Kind.DAMAGED)).isEqualTo(1);
        assertThat(await(pages.get(key(1)))).isEmpty();
        settle();
        assertThat(blobs()).isEmpty();
    }

    @Test
    void missingFileRemovesItsEntry() throws IOException {
        put(1, Page.of("a", "longer than ten bytes"));
        put(2, Page.of("a", "short"));
        CacheKey key = key(1);
        BlobContent blob =
                (BlobContent) await(pages.get(key)).orElseThrow().value().content();
        for (Path file : blobs()) {
            Files.delete(file);
        }
        assertThat(blob.open()).isEmpty();
        assertThat(await(pages.get(key(2)))).isEmpty();
        assertThat(faults.count(Kind.DAMAGED)).isEqualTo(2);
        assertThat(pages.contents().orElseThrow().count()).isZero();
    }

    @Test
    @Tag("hardening-K")
    void doesNotReadFileReplacedBySymbolicLink() throws IOException {
        put(1, Page.of("a", "short"));
        Path other = Files.writeString(temporary.resolve("secret"), "short");
        Path file = blobs().get(0);
        Files.delete(file);
        Files.createSymbolicLink(file, other);
        assertThat(await(pages.get(key(1)))).isEmpty();
        assertThat(faults.count(Kind.READ) + faults.count(Kind.DAMAGED)).isEqualTo(1);
    }
}
