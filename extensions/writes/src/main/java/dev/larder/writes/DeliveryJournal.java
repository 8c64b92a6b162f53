package dev.larder.writes;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where writes, and what has become of them, are kept durably. */
public interface DeliveryJournal {

    /**
     * The content of a write; to be closed.
     *
     * @throws IOException if it cannot be read
     */
    InputStream content(AcknowledgedWrite write) throws IOException;

    /** Notes that these writes are sent together under that id; nothing may be sent before the stage completes. */
    CompletionStage<Void> planned(WriteBatch batch);

    /**
     * Notes what has become of a batch that has been {@link #planned}: from now on there is no such batch.
     *
     * @param settlements one for each of its writes
     * @return completes when that is durable; exceptionally if it cannot be noted now: the batch remains planned
     */
    CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements);
}
