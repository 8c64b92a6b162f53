package dev.larder.gateway.actuate;

import dev.larder.gateway.rule.CheckedRules;
import dev.larder.gateway.rule.RefusedRulesException;
import dev.larder.gateway.rule.RuleReader;
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

/** Adds {@code POST rules} to the endpoint {@code larder}: puts rules in force, or those of an earlier version. Blocks. */
@EndpointWebExtension(endpoint = LarderEndpoint.class)
public final class RuleOperations {

    private final RuleVersions versions;
    private final RuleReader reader;
    private final OperatorActionGuard guard;

    /** Creates the operations on these versions. */
    public RuleOperations(RuleVersions versions, RuleReader reader, OperatorActionGuard guard) {
        this.versions = versions;
        this.reader = reader;
        this.guard = guard;
    }

    /**
     * Puts rules in force.
     *
     * @param view {@code rules}
     * @param rules the rules as a document in YAML or JSON
     * @param version number of a version whose rules are put in force again, in place of a document
     * @param operator the name of the caller's token, set by the access filter; clients cannot set it
     */
    @WriteOperation
    public WebEndpointResponse<Object> change(
            @Selector String view,
            SecurityContext caller,
            @Nullable String rules,
            @Nullable String version,
            @Nullable String operator) {
        Optional<String> by = OperatorActionGuard.by(caller, operator);
        return EndpointResponses.answer(() -> {
            if (!view.equals("rules")) {
                throw new RefusedOperationException(
                        HttpStatus.NOT_FOUND, "Nothing can be changed here. Send rules to larder/rules.");
            }
            guard.requireRoom(by);
            return audited(rules, version, by);
        });
    }

    private RuleReport.Version audited(@Nullable String rules, @Nullable String version, Optional<String> by) {
        try {
            guard.requireEnabled("Changing rules");
            RuleVersion installed = install(rules, version, by);
            AuditLog.rules(installed.number(), installed.changes().toString(), by);
            return RuleReport.Version.of(installed);
        } catch (RefusedOperationException refusal) {
            AuditLog.rulesRefused(refusal, by);
            throw refusal;
        }
    }

    private RuleVersion install(@Nullable String rules, @Nullable String version, Optional<String> by) {
        if ((rules == null) == (version == null)) {
            throw RefusedOperationException.badRequest(
                    "Send either rules, a document in YAML or JSON, or version, the number of an earlier one.");
        }
        try {
            CheckedRules checked = rules == null ? reader.again(earlier(String.valueOf(version))) : reader.read(rules);
            return versions.install(checked, RuleSource.ACTUATOR, by);
        } catch (RefusedRulesException refused) {
            String why = String.valueOf(refused.getMessage());
            versions.refused(RuleSource.ACTUATOR, why);
            throw new RefusedOperationException(HttpStatus.UNPROCESSABLE_CONTENT, why);
        } catch (CompletionException unheard) {
            throw new RefusedOperationException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Not every member of the cluster may have dropped what is stored; the old rules stay. Try again.");
        }
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
