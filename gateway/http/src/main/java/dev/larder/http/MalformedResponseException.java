package dev.larder.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An origin that was reached has sent what is no response, or one with a larger head than is read. */
public final class MalformedResponseException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;

    private MalformedResponseException(String message, boolean tooLarge, @Nullable Throwable cause) {
        super(message, cause);
        this.tooLarge = tooLarge;
    }

    /** Creates the failure of a response that cannot be read. */
    public MalformedResponseException() {
        this("The origin's response is malformed.");
    }

    /** Creates a failure with this message. */
    public MalformedResponseException(String message) {
        this(message, false, null);
    }

    /** Returns the failure of a response that the decoder has refused. */
    public static MalformedResponseException of(@Nullable Throwable cause) {
        if (cause instanceof MalformedResponseException known) {
            return known;
        }
        return cause instanceof TooLongHttpHeaderException
                ? tooLarge(cause)
                : new MalformedResponseException("The origin's response is malformed.", false, cause);
    }

    /** Returns the failure of a response whose fields are larger than permitted. */
    public static MalformedResponseException tooLarge(@Nullable Throwable cause) {
        return new MalformedResponseException("The origin's response has too many or too large fields.", true, cause);
    }

    /** Returns whether a larger limit would have let the response pass. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
