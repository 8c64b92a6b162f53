package dev.larder.gateway.exchange;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.Exceptions;
import reactor.util.context.Context;

/** Thrown if the content of a request is rejected: too slow, or one upload too many. The client is told the reason. */
final class UploadException extends ResponseStatusException {

    private static final long serialVersionUID = 1L;
    private static final Logger log = LoggerFactory.getLogger(UploadException.class);

    /** Reactor's context key for the handler of errors that come when there is no subscriber left. */
    private static final String WHEN_DROPPED = "reactor.onErrorDropped.local";

    /** A context that logs no late errors: those of a client's connection occur once more when it is released. */
    static final Context OF_CLIENT = Context.of(WHEN_DROPPED, (Consumer<Throwable>) error -> {});

    /** Sent to the client that has left; the transport's own error would make the gateway send the request once more. */
    private static final String BROKEN_OFF = "The content of the request is incomplete.";

    private final Kind kind;
    private final HttpStatus status;
    private final String detail;
    private final @Nullable String proxyError;

    private enum Kind {
        REFUSED,
        BROKEN_OFF
    }

    /**
     * Creates the exception for the problem with these parts: the content is refused.
     *
     * @param proxyError the error type that Proxy-Status names; null if none
     */
    UploadException(HttpStatus status, String detail, @Nullable String proxyError) {
        this(Kind.REFUSED, status, detail, proxyError);
    }

    private UploadException(Kind kind, HttpStatus status, String detail, @Nullable String proxyError) {
        super(status, detail);
        this.kind = kind;
        this.status = status;
        this.detail = detail;
        this.proxyError = proxyError;
    }

    /** Returns a context that does not log this exception after the end of its request: a client's abort is not a fault. */
    static Context isNoFault(Context context) {
        return context.put(WHEN_DROPPED, (Consumer<Throwable>) UploadException::dropped);
    }

    private static void dropped(Throwable error) {
        if (!(Exceptions.unwrap(error) instanceof UploadException)) {
            log.error("An error occurred after the end of its request.", error);
        }
    }

    HttpStatus status() {
        return status;
    }

    String detail() {
        return detail;
    }

    @Nullable
    String proxyError() {
        return proxyError;
    }

    /** Returns the error for content that its client broke off. */
    static UploadException brokenOff() {
        return new UploadException(Kind.BROKEN_OFF, HttpStatus.BAD_REQUEST, BROKEN_OFF, null);
    }

    /** Returns whether the client broke its content off. */
    boolean isBrokenOff() {
        return kind == Kind.BROKEN_OFF;
    }
}
