package dev.larder.gateway.actuate.access;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.core.codec.CodecException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;

/**
 * Why a request never reached the operation of an endpoint, or with what the operation was not called: what Spring says by an
 * exception, whose own body has no reason.
 *
 * @param detail one sentence that says what the request is to be instead
 * @param fields fields of the response, such as Allow
 */
record EndpointProblem(HttpStatus status, String detail, HttpHeaders fields) {

    /** Returns the problem that an error is; empty if it is a fault of the gateway itself. */
    static Optional<EndpointProblem> of(Throwable error) {
        return error instanceof ErrorResponse response
                        && !response.getStatusCode().is5xxServerError()
                ? Optional.of(new EndpointProblem(
                        HttpStatus.valueOf(response.getStatusCode().value()),
                        detail(error, response),
                        response.getHeaders()))
                : Optional.empty();
    }

    private static String detail(Throwable error, ErrorResponse response) {
        if (error instanceof MethodNotAllowedException method) {
            return "The method is not one of those that this path has: " + listed(method.getSupportedMethods()) + '.';
        }
        if (error instanceof UnsupportedMediaTypeStatusException type) {
            return "The content is of no media type that is read here: name one of "
                    + listed(type.getSupportedMediaTypes()) + " in Content-Type.";
        }
        if (error instanceof NotAcceptableStatusException type) {
            return "The field Accept names nothing that is sent here: " + listed(type.getSupportedMediaTypes()) + '.';
        }
        if (has(error, DataBufferLimitException.class)) {
            return "The content is larger than spring.http.codecs.max-in-memory-size.";
        }
        if (has(error, CodecException.class)) {
            return "The content is no JSON object with the members of this operation, such as {\"name\":\"value\"}.";
        }
        if (HttpStatus.NOT_FOUND.isSameCodeAs(response.getStatusCode())) {
            return "The endpoint has nothing at this path.";
        }
        return reason(error, response.getStatusCode());
    }

    private static String reason(Throwable error, HttpStatusCode status) {
        String reason = error instanceof ResponseStatusException said ? said.getReason() : null;
        return reason == null || reason.isBlank()
                ? "The request is refused with "
                        + HttpStatus.valueOf(status.value()).getReasonPhrase() + '.'
                : reason;
    }

    private static boolean has(Throwable error, Class<? extends Throwable> kind) {
        Throwable cause = error;
        while (cause != null && !kind.isInstance(cause)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private static String listed(Collection<?> known) {
        return known.isEmpty()
                ? "none"
                : List.copyOf(known).stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
    }
}
