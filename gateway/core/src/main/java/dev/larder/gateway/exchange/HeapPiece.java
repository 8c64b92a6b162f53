package dev.larder.gateway.exchange;

import dev.larder.gateway.store.BodyRecorder;
import org.jspecify.annotations.Nullable;

/** What a reader of a {@link HeapRecording} gets next. */
sealed interface HeapPiece {

    /** These octets, which must not be changed. */
    record Octets(byte[] octets) implements HeapPiece {}

    /** Nothing for now. */
    record Nothing() implements HeapPiece {}

    /** All else from there. */
    record Elsewhere(BodyRecorder.Reader reader) implements HeapPiece {}

    /** Nothing any more, for a reason unless the content is complete. */
    record End(@Nullable Throwable failure) implements HeapPiece {}
}
