package dev.larder.gateway.writebehind.buffer;

import dev.larder.gateway.writebehind.buffer.Entry.Fate;
import dev.larder.gateway.writebehind.buffer.Entry.Outcome;
import dev.larder.gateway.writebehind.log.BodyFiles;
import dev.larder.gateway.writebehind.log.LocalDisk;
import dev.larder.gateway.writebehind.log.LogSettings;
import dev.larder.gateway.writebehind.log.Position;
import dev.larder.gateway.writebehind.log.SegmentLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens an archive: reads what is there, and sees to it that what cannot be delivered does not stand in the way. */
final class Opening {

    private static final Logger log = LoggerFactory.getLogger(Opening.class);

    private Opening() {}

    static Archive of(Path folder, LogSettings settings, Executor later) throws IOException {
        var book = new Book();
        LocalDisk disk = LocalDisk.at(folder);
        SegmentLog records = SegmentLog.open(disk, settings, (at, record) -> replay(book, at, record));
        BodyFiles files = BodyFiles.in(disk);
        files.sweep(book.files());
        if (!records.recovered().isComplete()) {
            log.error(
                    "The log of buffered writes in {} is damaged: {}. What is readable will be delivered; the rest is in the files"
                            + " that end with .quarantine.",
                    folder,
                    records.recovered());
        }
        var archive = new Archive(records, files, book, later);
        archive.kept().stream()
                .filter(kept -> !kept.isDead())
                .filter(kept ->
                        kept.file().filter(file -> !isThere(archive, file)).isPresent())
                .forEach(kept -> bury(archive, kept));
        return archive;
    }

    private static void replay(Book book, Position at, ByteBuffer record) {
        try {
            book.enter(EntryCodec.decode(record), at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void bury(Archive archive, Kept kept) {
        log.error(
                "The content of the write {} is lost: it is among the dead letters.",
                kept.write().id());
        long number = kept.write().number();
        var outcome = new Outcome(number, Fate.DEAD, 0, Optional.empty(), "Its content is lost.", Optional.empty());
        try {
            archive.settle(new Entry.Settled(UUID.randomUUID(), kept.write().accepted(), List.of(outcome)))
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException unwritten) {
            log.error("That cannot be written down: it still counts as pending.", unwritten);
        }
    }

    private static boolean isThere(Archive archive, String file) {
        try (InputStream in = archive.file(file)) {
            return in.read() >= 0;
        } catch (IOException gone) {
            return false;
        }
    }
}
