package dev.larder.gateway.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which jar is to be added for a property that is set. */
final class MissingExtensionAnalyzer extends AbstractFailureAnalyzer<MissingExtensionException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingExtensionException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), rootFailure);
    }
}
