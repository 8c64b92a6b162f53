package dev.larder.rpc;

import dev.larder.rpc.policy.FetchDenial;
import io.grpc.Status;
import io.grpc.Status.Code;

/** The outcome of an incomplete fetch that was not denied ({@link FetchDenial}). Its name begins the client's status. */
enum FetchFailure {
    /** The limit of concurrent documents is reached. */
    BUSY(Code.RESOURCE_EXHAUSTED, "The gateway fetches the maximum number of documents. Retry later."),
    /** The limit of connections is reached. */
    TOO_MANY_CONNECTIONS(
            Code.RESOURCE_EXHAUSTED, "The gateway has the maximum number of client connections. Retry later."),
    /** The document has more content than the client accepts. */
    OVERFLOW(Code.RESOURCE_EXHAUSTED, "The document has more content than max_bytes."),
    /** The content is shorter than declared. */
    CUT_SHORT(Code.UNAVAILABLE, "The answer has broken off before its end."),
    /** The client does not read. */
    STALLED(Code.DEADLINE_EXCEEDED, "The client did not read the response in time."),
    /** The client has left and receives no status. */
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

    /** Returns the status for the client. */
    Status status() {
        return code.toStatus().withDescription(description());
    }
}
