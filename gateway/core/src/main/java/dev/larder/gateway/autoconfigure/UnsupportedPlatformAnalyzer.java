package dev.larder.gateway.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports which version or kind of application Larder needs. */
final class UnsupportedPlatformAnalyzer extends AbstractFailureAnalyzer<UnsupportedPlatformException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedPlatformException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), rootFailure);
    }
}
