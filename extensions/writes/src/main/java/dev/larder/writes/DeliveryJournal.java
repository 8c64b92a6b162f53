package dev.larder.writes;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Durable storage of writes and their outcomes. */
public interface DeliveryJournal {

    /**
     * Returns the content of a write, to be closed by the caller.
     *
     * @throws IOException if it cannot be read
     */
    InputStream content(AcknowledgedWrite write) throws IOException;

    /**
     * Records that these writes are sent together under that id. Nothing may be sent before the stage completes; it completes on a
     * full disk, too, as deliveries are what frees space.
     */
    CompletionStage<Void> planned(WriteBatch batch);

    /**
     * Records the outcome of a batch that has been {@link #planned}. Afterwards the batch no longer exists.
     *
     * @param settlements one for each of its writes
     * @return completes when that is durable, or the disk is full and no dead letter is among them; exceptionally if it cannot be recorded now: the batch remains planned
     */
    CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements);
}
