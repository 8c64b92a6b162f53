package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.annotation.AnnotationOrigin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Reports which jar must be added for a property that is set. */
final class MissingExtensionAnalyzer extends AbstractFailureAnalyzer<MissingExtensionException> {

    private final @Nullable Environment environment;

    MissingExtensionAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingExtensionException cause) {
        String annotation = AnnotationOrigin.sentence(cause.property(), environment);
        return new FailureAnalysis(cause.getMessage() + annotation, cause.action(), rootFailure);
    }
}
