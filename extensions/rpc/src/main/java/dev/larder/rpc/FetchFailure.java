package dev.larder.rpc;

import dev.larder.rpc.wall.FetchDenial;
import io.grpc.Status;
import io.grpc.Status.Code;

/** How that ends which was not denied ({@link FetchDenial}) and is not whole. Its name begins the description that the client gets. */
enum FetchFailure {
    /** No place is left for a document. */
    BUSY(Code.RESOURCE_EXHAUSTED, "The gateway fetches the maximum number of documents. Retry later."),
    /** No place is left for a connection. */
    TOO_MANY_CONNECTIONS(
            Code.RESOURCE_EXHAUSTED, "The gateway has the maximum number of client connections. Retry later."),
    /** More content than the client wants. */
    OVERFLOW(Code.RESOURCE_EXHAUSTED, "The document has more content than max_bytes."),
    /** Less content than there is. */
    CUT_SHORT(Code.UNAVAILABLE, "The answer has broken off before its end."),
    /** The client reads nothing. */
    STALLED(Code.DEADLINE_EXCEEDED, "The client did not read the response in time."),
    /** Nobody is there to be told so. */
    LEFT(Code.CANCELLED, "The client has left.");

    private final Code code;
    private final String sentence;

    FetchFailure(Code code, String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    String description() {
        return name() + ": " + sentence;
    }

    /** The status that says so. */
    Status status() {
        return code.toStatus().withDescription(description());
    }
}
