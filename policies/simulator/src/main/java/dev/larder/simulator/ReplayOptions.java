package dev.larder.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options shared by all commands that replay traces over policies. */
final class ReplayOptions {

    @Option(
            names = "--policy",
            split = ",",
            defaultValue = "all",
            paramLabel = "NAME",
            description = "Policies, or all (default).")
    List<String> policies = List.of();

    @Option(
            names = "--writes",
            defaultValue = "ignore",
            description = "What writes do: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    WriteEffect writes = WriteEffect.IGNORE;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            description =
                    "How long an object may be used, in units of the trace's time; s, m, h, d if those are seconds.")
    private @Nullable String ttl;

    /**
     * Returns the time to live of an object.
     *
     * @throws IllegalArgumentException if the option is not a duration
     */
    long lifetime() {
        return ttl == null ? EntryLifetime.FOREVER : TtlParser.parse(ttl);
    }
}
