package dev.larder.gateway.exchange;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.Exceptions;
import reactor.util.context.Context;

/** A request whose content is not taken: too slow, or one too many. The client sees why. */
final class UploadException extends ResponseStatusException {

    private static final long serialVersionUID = 1L;
    private static final Logger log = LoggerFactory.getLogger(UploadException.class);

    /** Reactor's key for what is told of errors that come when no subscriber is left. */
    private static final String WHEN_DROPPED = "reactor.onErrorDropped.local";

    /** A context in which no error that comes too late is logged: that of a client's connection comes once more when it is let go. */
    static final Context OF_CLIENT = Context.of(WHEN_DROPPED, (Consumer<Throwable>) error -> {});

    UploadException(GatewayProblem problem) {
        super(problem.status(), problem.detail());
    }

    /** A context in which one that comes when its request is over is not logged: that a client breaks off is no fault. */
    static Context isNoFault(Context context) {
        return context.put(WHEN_DROPPED, (Consumer<Throwable>) UploadException::dropped);
    }

    private static void dropped(Throwable error) {
        if (!(Exceptions.unwrap(error) instanceof UploadException)) {
            log.error("An error occurred after the end of its request.", error);
        }
    }

    GatewayProblem problem() {
        return new GatewayProblem(HttpStatus.valueOf(getStatusCode().value()), String.valueOf(getReason()));
    }
}
