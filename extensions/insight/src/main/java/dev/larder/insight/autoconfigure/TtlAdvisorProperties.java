package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the advisor of freshness lifetimes aims at.
 *
 * @param staleness Share of the hits that may be stale under a proposed lifetime, above 0 and below 1.
 */
@ConfigurationProperties("larder.ttl-advisor")
public record TtlAdvisorProperties(@DefaultValue("0.01") double staleness) {

    public TtlAdvisorProperties {
        PropertyChecks.that(
                staleness > 0 && staleness < 1,
                "larder.ttl-advisor.staleness",
                staleness,
                "a share that some answers may have is more than 0 and less than 1",
                "0.01 for one answer in a hundred");
    }
}
