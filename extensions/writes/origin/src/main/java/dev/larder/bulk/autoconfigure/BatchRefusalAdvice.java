package dev.larder.bulk.autoconfigure;

import dev.larder.bulk.BatchRefusedException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Renders rejected batches as problem details, whatever the application's other exception handling. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class BatchRefusalAdvice {

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(BatchRefusedException e) {
        return ResponseEntity.status(e.getStatusCode())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(e.getBody());
    }
}
