package dev.larder.gateway.exchange;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request whose content is not taken: too slow, or one too many. The client sees why. */
final class UploadException extends ResponseStatusException {

    private static final long serialVersionUID = 1L;

    UploadException(Problem problem) {
        super(problem.status(), problem.detail());
    }

    Problem problem() {
        return new Problem(HttpStatus.valueOf(getStatusCode().value()), String.valueOf(getReason()));
    }
}
