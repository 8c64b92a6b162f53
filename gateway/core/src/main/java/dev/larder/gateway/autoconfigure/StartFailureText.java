package dev.larder.gateway.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** The message with which a start fails: description and action, by the same analyzers. */
final class StartFailureText {

    private StartFailureText() {}

    static String of(Throwable failure, Environment environment) {
        for (FailureAnalyzer analyzer : SpringFactoriesLoader.forDefaultResourceLocation(
                        StartFailureText.class.getClassLoader())
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(Environment.class, environment),
                        FailureHandler.handleMessage((message, needsMore) -> {}))) {
            FailureAnalysis analysis = analysis(analyzer, failure);
            if (analysis != null) {
                String action = analysis.getAction();
                return analysis.getDescription() + (action == null ? "" : " " + action);
            }
        }
        return failure.toString();
    }

    /** An analyzer fails at values that refer to themselves. */
    private static @Nullable FailureAnalysis analysis(FailureAnalyzer analyzer, Throwable failure) {
        try {
            return analyzer.analyze(failure);
        } catch (RuntimeException fault) {
            return null;
        }
    }
}
