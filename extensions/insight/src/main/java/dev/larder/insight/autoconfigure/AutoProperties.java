package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import dev.larder.insight.advisor.ChoiceSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When the type auto gives the store another policy.
 *
 * @param margin percentage points of hit ratio, or of byte hit ratio if larder.store.goal is bytes, that another has to be better
 *     by; twice as many for each time that it has been given up before
 * @param period time between two looks at the ghosts
 * @param reports looks in a row at each of which it has to be better
 * @param requests that there have to be from the first of them to the last
 * @param rest time after a change in which there is no other; twice as long after each further one, up to a day
 */
@ConfigurationProperties("larder.store.auto")
public record AutoProperties(
        @DefaultValue("2") double margin,
        @DefaultValue("1m") Duration period,
        @DefaultValue("10") int reports,
        @DefaultValue("10000") long requests,
        @DefaultValue("30m") Duration rest) {

    private static final String PREFIX = "larder.store.auto.";
    private static final double MOST = 50;

    public AutoProperties {
        Require.that(
                margin > 0 && margin <= MOST,
                PREFIX + "margin",
                margin,
                "it is a number of percentage points above 0 and up to 50",
                "2");
        Require.positive(period, PREFIX + "period", "1m");
        Require.that(reports > 0, PREFIX + "reports", reports, "it is a number of looks, one at least", "10");
        Require.that(requests >= 0, PREFIX + "requests", requests, "a number is not negative", "10000");
        Require.positive(rest, PREFIX + "rest", "30m");
    }

    ChoiceSettings settings() {
        return new ChoiceSettings(margin, reports, period, requests, rest);
    }
}
