package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Contents of zeros, counted as they are opened. */
record ZeroContentJournal(AtomicInteger opened) implements DeliveryJournal {

    @Override
    public InputStream content(AcknowledgedWrite write) {
        opened.incrementAndGet();
        return new ByteArrayInputStream(new byte[(int) write.length()]);
    }

    @Override
    public CompletionStage<Void> planned(WriteBatch batch) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
        return CompletableFuture.completedStage(null);
    }
}
