package dev.larder.gateway.actuate;

import dev.larder.gateway.rule.RuleVersion;
import dev.larder.gateway.rule.RuleVersions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The rules in force and those before them, for operators.
 *
 * @param version number of the version in force
 * @param rules its settings as YAML that may be sent back, without those that belong to extensions
 * @param refused the last rules that were refused, if none have come into force since
 * @param versions the versions that one may return to, newest first
 */
public record RuleReport(int version, String rules, Optional<RuleVersions.Refusal> refused, List<Version> versions) {

    /**
     * One version.
     *
     * @param since when it came into force
     * @param source what put it in force: start, actuator, refresh or file
     * @param by name of the operator, if known
     * @param changes names of the rules that were added, removed or changed
     * @param droppedAll whether everything stored before was dropped
     */
    public record Version(
            int version, Instant since, String source, Optional<String> by, List<String> changes, boolean droppedAll) {

        static Version of(RuleVersion version) {
            return new Version(
                    version.number(),
                    version.since(),
                    version.source().word(),
                    version.by(),
                    version.changes(),
                    version.droppedAll());
        }
    }

    /** Reports the current state. */
    public static RuleReport of(RuleVersions versions) {
        RuleVersion current = versions.current();
        List<Version> all =
                new ArrayList<>(versions.all().stream().map(Version::of).toList());
        Collections.reverse(all);
        return new RuleReport(current.number(), current.rules().yaml(), versions.refusal(), all);
    }
}
