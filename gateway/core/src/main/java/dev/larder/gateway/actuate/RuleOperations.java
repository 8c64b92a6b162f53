package dev.larder.gateway.actuate;

import dev.larder.gateway.rule.CheckedRules;
import dev.larder.gateway.rule.RefusedRulesException;
import dev.larder.gateway.rule.RuleDocumentReader;
import dev.larder.gateway.rule.RuleSource;
import dev.larder.gateway.rule.RuleVersion;
import dev.larder.gateway.rule.RuleVersions;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.http.HttpStatus;

/**
 * Adds {@code POST rules} to the endpoint {@code larder}: puts rules in force, or those of an earlier version; and {@code POST mode},
 * which says whether the cache is in use. Blocks.
 */
@EndpointWebExtension(endpoint = LarderEndpoint.class)
public final class RuleOperations {

    private final RuleVersions versions;
    private final RuleDocumentReader reader;
    private final OperatorActionGuard guard;
    private final CacheMode cache;

    /** Creates the operations on these versions. */
    public RuleOperations(
            RuleVersions versions, RuleDocumentReader reader, OperatorActionGuard guard, CacheMode cache) {
        this.versions = versions;
        this.reader = reader;
        this.guard = guard;
        this.cache = cache;
    }

    /**
     * Puts rules in force.
     *
     * @param view {@code rules}, or {@code mode}
     * @param rules the rules as a document in YAML or JSON
     * @param version number of a version whose rules are put in force again, in place of a document
     * @param mode {@code try} to learn only what the rules would have done to recent traffic, {@code accept} to put them in force
     *     whatever that is; otherwise they are refused if they do harm. For {@code mode}: {@code passing} or {@code caching}
     * @param operator the name of the caller's token, set by the access filter; clients cannot set it
     */
    @WriteOperation
    public WebEndpointResponse<Object> change(
            @Selector String view,
            SecurityContext caller,
            @Nullable String rules,
            @Nullable String version,
            @Nullable String mode,
            @Nullable String operator) {
        Optional<String> by = OperatorActionGuard.by(caller, operator);
        return EndpointResponses.answer(() -> {
            if (!view.equals("rules") && !view.equals(CacheMode.VIEW)) {
                throw new RefusedOperationException(
                        HttpStatus.NOT_FOUND,
                        "Nothing can be changed here. Send rules to larder/rules, or a mode to larder/mode.");
            }
            guard.requireRoom(by);
            if (view.equals(CacheMode.VIEW)) {
                return cache.change(mode, by);
            }
            return audited(rules, version, Mode.of(mode), by);
        });
    }

    /** What is done with rules that have passed the checks of a start. */
    private enum Mode {
        CHECK,
        TRY,
        ACCEPT;

        static Mode of(@Nullable String word) {
            if (word == null) {
                return CHECK;
            }
            return switch (word) {
                case "try" -> TRY;
                case "accept" -> ACCEPT;
                default ->
                    throw RefusedOperationException.badRequest(
                            "The mode is try, to learn what the rules would have done, or accept, to put them in force whatever that is.");
            };
        }
    }

    private Object audited(@Nullable String rules, @Nullable String version, Mode mode, Optional<String> by) {
        try {
            guard.requireEnabled("Changing rules");
            CheckedRules checked = checked(rules, version);
            if (mode == Mode.TRY) {
                return RuleTrialView.of(versions.attempt(checked));
            }
            RuleVersion installed = install(checked, mode, by);
            AuditLog.rules(installed.number(), installed.changes().toString(), by);
            return RuleReport.Version.of(installed);
        } catch (RefusedOperationException refusal) {
            AuditLog.rulesRefused(refusal, by);
            throw refusal;
        }
    }

    private CheckedRules checked(@Nullable String rules, @Nullable String version) {
        if ((rules == null) == (version == null)) {
            throw RefusedOperationException.badRequest(
                    "Send either rules, a document in YAML or JSON, or version, the number of an earlier one.");
        }
        try {
            return rules == null ? reader.again(earlier(String.valueOf(version))) : reader.read(rules);
        } catch (RefusedRulesException refused) {
            throw refused(refused);
        }
    }

    private RuleVersion install(CheckedRules checked, Mode mode, Optional<String> by) {
        try {
            return mode == Mode.ACCEPT
                    ? versions.installAccepted(checked, RuleSource.ACTUATOR, by)
                    : versions.install(checked, RuleSource.ACTUATOR, by);
        } catch (RefusedRulesException refused) {
            throw refused(refused);
        } catch (CompletionException unheard) {
            throw new RefusedOperationException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Not every member of the cluster may have dropped what is stored; the old rules stay. Try again.");
        }
    }

    private RefusedOperationException refused(RefusedRulesException refused) {
        String why = String.valueOf(refused.getMessage());
        versions.refused(RuleSource.ACTUATOR, why);
        return new RefusedOperationException(HttpStatus.UNPROCESSABLE_CONTENT, why);
    }

    private CheckedRules earlier(String version) {
        return number(version)
                .flatMap(versions::find)
                .map(RuleVersion::rules)
                .orElseThrow(() -> new RefusedOperationException(
                        HttpStatus.NOT_FOUND, "There is no such version. Those that are kept are shown by GET."));
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.valueOf(text));
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }
}
