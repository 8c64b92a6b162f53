package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How rules are tried on recent traffic before they come into force.
 *
 * @param window How long traffic of cached routes is kept to try changed rules on, up to 1h. Rules under which responses would have
 *     crossed between users are refused then. Every request takes its route meanwhile. Default: none is kept, and nothing refused.
 * @param maxHitRatioLoss Greatest loss of hit ratio, from 0 to 1, for which changed rules are not refused. Default: any.
 */
@ConfigurationProperties("larder.rule-trial")
public record RuleTrialProperties(
        @Nullable Duration window, @Nullable Double maxHitRatioLoss) {

    static final String WINDOW = "larder.rule-trial.window";
    private static final Duration LONGEST = Duration.ofHours(1);

    public RuleTrialProperties {
        PropertyChecks.that(
                window == null || (window.compareTo(Duration.ZERO) > 0 && window.compareTo(LONGEST) <= 0),
                WINDOW,
                window,
                "traffic is kept for more than nothing and up to an hour",
                "5m, or leave it out to keep none");
        PropertyChecks.that(
                maxHitRatioLoss == null || (maxHitRatioLoss >= 0 && maxHitRatioLoss <= 1),
                "larder.rule-trial.max-hit-ratio-loss",
                maxHitRatioLoss,
                "a difference of hit ratios is between 0 and 1",
                "0.05, so that rules that lose more than five hits in a hundred requests are refused");
        PropertyChecks.that(
                maxHitRatioLoss == null || window != null,
                "larder.rule-trial.max-hit-ratio-loss",
                maxHitRatioLoss,
                "no traffic is kept to tell the loss by",
                WINDOW + "=5m beside it");
    }
}
