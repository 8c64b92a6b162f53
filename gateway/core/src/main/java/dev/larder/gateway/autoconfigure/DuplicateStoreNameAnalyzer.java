package dev.larder.gateway.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports which two store factories have the same name. */
final class DuplicateStoreNameAnalyzer extends AbstractFailureAnalyzer<DuplicateStoreNameException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DuplicateStoreNameException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Remove one of the two beans, or let it add another name. Case, hyphens and underscores make no"
                        + " difference between names.",
                rootFailure);
    }
}
