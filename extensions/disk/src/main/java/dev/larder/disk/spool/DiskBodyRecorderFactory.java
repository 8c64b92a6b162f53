package dev.larder.disk.spool;

import dev.larder.disk.store.BlobWriter;
import dev.larder.disk.store.DiskFolder;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ContentMemory;
import java.io.IOException;
import java.util.OptionalLong;
import reactor.core.scheduler.Scheduler;

/**
 * Records bodies in files.
 *
 * @param folder that the files go to
 * @param maxObjectSize octets of content, beyond which a response is not stored
 * @param worker runs blocking operations
 */
public record DiskBodyRecorderFactory(DiskFolder folder, long maxObjectSize, Scheduler worker)
        implements BodyRecorderFactory {

    @Override
    public BodyRecorder begin(OptionalLong announced, ContentMemory.Claim memory, BodyRecorder.Listener listener) {
        return begin(announced, SpoolFile.BATCH, memory, listener);
    }

    /** Begins a recording that wakes the worker for so many bytes. */
    BodySpool begin(OptionalLong announced, int batch, ContentMemory.Claim memory, BodyRecorder.Listener listener) {
        return new BodySpool(new FolderFiles(folder), worker, announced, batch, memory, listener);
    }

    private record FolderFiles(DiskFolder folder) implements SpoolFileSource {

        @Override
        public BlobWriter create() throws IOException {
            return folder.newBlob();
        }

        @Override
        public void tooSlow() {
            folder.tooSlow();
        }
    }
}
