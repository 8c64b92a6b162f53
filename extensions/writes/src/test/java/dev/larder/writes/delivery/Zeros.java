package dev.larder.writes.delivery;

import dev.larder.writes.Batch;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Journal;
import dev.larder.writes.Settlement;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Contents of zeros, counted as they are opened. */
record Zeros(AtomicInteger opened) implements Journal {

    @Override
    public InputStream content(BufferedWrite write) {
        opened.incrementAndGet();
        return new ByteArrayInputStream(new byte[(int) write.length()]);
    }

    @Override
    public CompletionStage<Void> planned(Batch batch) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> settled(Batch batch, List<Settlement> settlements) {
        return CompletableFuture.completedStage(null);
    }
}
