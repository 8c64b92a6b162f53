package dev.larder.gateway.annotation;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports in one message which annotation of which method is invalid, why, and what to write instead. */
final class InvalidAnnotationAnalyzer extends AbstractFailureAnalyzer<InvalidAnnotationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidAnnotationException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), rootFailure);
    }
}
