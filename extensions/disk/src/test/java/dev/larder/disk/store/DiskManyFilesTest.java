package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.StoreOutcome;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * K: tiny files, as many as {@code -Dlarder.disk.files} says. A folder full of them opens within two seconds, and holds no more
 * than it may.
 */
class DiskManyFilesTest extends DiskFixture {

    private static final int FILES = Integer.getInteger("larder.disk.files", 1_000);
    private static final int WEIGHT = 100;
    private static final int AT_ONCE = 100;
    private static final int READ = 1_000;
    private static final Duration START = Duration.ofSeconds(2);

    @Test
    @Tag("hardening-K")
    void opensFullFolderWithinTwoSecondsAndRespectsMaxSize() throws Exception {
        bound = (long) FILES * WEIGHT;
        open();
        int all = FILES + FILES / 10;
        putAll(all);
        assertBound(FILES);

        folder.close();
        long from = System.nanoTime();
        open();
        Duration opened = Duration.ofNanos(System.nanoTime() - from);
        System.out.printf(Locale.ROOT, "%d files: opened in %d ms%n", FILES, opened.toMillis());
        assertThat(opened).isLessThanOrEqualTo(START);
        assertRight(all);

        bound = bound / 2;
        reopen();
        assertBound(FILES / 2);
        assertThat(get(all - 1)).contains(text(all - 1));
        store.checkInvariants();
    }

    /** Of those that were put at once any may have been first. */
    private void assertRight(int all) {
        int step = Math.max(1, all / READ);
        for (int n = (all - 1) % step; n < all; n += step) {
            Optional<String> found = get(n);
            if (n >= all - FILES + AT_ONCE) {
                assertThat(found).contains(text(n));
            } else {
                assertThat(found).isIn(Optional.empty(), Optional.of(text(n)));
            }
        }
    }

    private void putAll(int all) {
        List<CompletionStage<StoreOutcome>> waiting = new ArrayList<>();
        for (int n = 0; n < all; n++) {
            waiting.add(store.put(key(n), entry(text(n), WEIGHT)));
            if (waiting.size() == AT_ONCE || n == all - 1) {
                assertThat(waiting).allMatch(put -> await(put) == StoreOutcome.STORED);
                waiting.clear();
            }
        }
    }

    /** All that the store has, and all that the folder has. */
    private void assertBound(int most) throws Exception {
        settle();
        assertThat(store.contents().orElseThrow().count()).isEqualTo(most);
        try (var files = Files.walk(at().resolve("blobs"))) {
            assertThat(files.filter(Files::isRegularFile).count()).isLessThanOrEqualTo(most);
        }
    }

    private static String text(int n) {
        return "content of " + n;
    }
}
