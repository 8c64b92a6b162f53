package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.annotation.AnnotationOrigin;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Reports in one message which property is invalid, why, and what to write instead; with the value as it was written. */
final class InvalidPropertyAnalyzer extends AbstractFailureAnalyzer<InvalidPropertyException> {

    private final @Nullable Environment environment;

    InvalidPropertyAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
        Optional<String> written = Optional.ofNullable(environment).map(known -> known.getProperty(cause.property()));
        String annotation = AnnotationOrigin.sentence(cause.property(), environment);
        return new FailureAnalysis(cause.description(written) + annotation, cause.action(), rootFailure);
    }
}
