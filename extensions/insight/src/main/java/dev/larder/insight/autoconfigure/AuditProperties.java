package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.insight.audit.AuditPolicy;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the auditor compares hits with the origin.
 *
 * @param sampleRate Share of the hits that the auditor checks, from 0 (none) to 1.
 * @param mode Mode of the auditor: sampled checks some hits in the background, validate-all checks each hit before it is
 *     served, for tests.
 * @param maxRequestsPerSecond Maximum number of origin requests per second for checks in the background.
 */
@ConfigurationProperties("larder.audit")
public record AuditProperties(
        @DefaultValue("0") double sampleRate,
        @DefaultValue("sampled") AuditPolicy.Mode mode,
        @DefaultValue("10") int maxRequestsPerSecond) {

    public AuditProperties {
        PropertyChecks.that(
                sampleRate >= 0 && sampleRate <= 1,
                "larder.audit.sample-rate",
                sampleRate,
                "a share is between 0 and 1",
                "0.01 for one request in a hundred");
        PropertyChecks.that(
                maxRequestsPerSecond > 0,
                "larder.audit.max-requests-per-second",
                maxRequestsPerSecond,
                "a rate is more than zero",
                "10, or larder.audit.sample-rate=0 for no checks");
    }

    AuditPolicy policy() {
        return new AuditPolicy(sampleRate, mode, maxRequestsPerSecond);
    }
}
