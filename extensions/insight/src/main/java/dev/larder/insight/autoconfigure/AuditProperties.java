package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import dev.larder.insight.audit.AuditPolicy;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How answers from the store are checked against the origin.
 *
 * @param sample share of requests that are looked at, from 0 (none) to 1
 * @param mode sampled: some answers, in the background; validate-all: every answer before it is given, for tests
 * @param maxRequestsPerSecond origin requests that checks in the background may cause
 */
@ConfigurationProperties("larder.audit")
public record AuditProperties(
        @DefaultValue("0") double sample,
        @DefaultValue("sampled") AuditPolicy.Mode mode,
        @DefaultValue("10") int maxRequestsPerSecond) {

    public AuditProperties {
        Require.that(
                sample >= 0 && sample <= 1,
                "larder.audit.sample",
                sample,
                "a share is between 0 and 1",
                "0.01 for one request in a hundred");
        Require.that(
                maxRequestsPerSecond > 0,
                "larder.audit.max-requests-per-second",
                maxRequestsPerSecond,
                "a rate is more than zero",
                "10, or larder.audit.sample=0 for no checks");
    }

    AuditPolicy policy() {
        return new AuditPolicy(sample, mode, maxRequestsPerSecond);
    }
}
