package dev.larder.gateway.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one message which property is wrong, why, and what to write instead. */
final class InvalidPropertyAnalyzer extends AbstractFailureAnalyzer<InvalidPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), rootFailure);
    }
}
