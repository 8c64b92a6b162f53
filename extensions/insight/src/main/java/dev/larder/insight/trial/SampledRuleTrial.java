package dev.larder.insight.trial;

import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.gateway.rule.RuleTrial;
import dev.larder.gateway.rule.RuleTrialReport;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries rules on the traffic of the last minutes. */
public final class SampledRuleTrial implements RuleTrial {

    private static final Logger log = LoggerFactory.getLogger(SampledRuleTrial.class);

    private final TrafficSample sample;
    private final RuleReplay.Context context;
    private final LarderClock clock;
    private final OptionalDouble maxLoss;

    /** @param maxLoss greatest loss of hit ratio that is not refused; empty if any is accepted */
    public SampledRuleTrial(
            TrafficSample sample,
            CacheLimits limits,
            OriginTags originTags,
            LarderClock clock,
            OptionalDouble maxLoss) {
        this.sample = sample;
        this.context = new RuleReplay.Context(limits::allows, originTags);
        this.clock = clock;
        this.maxLoss = maxLoss;
    }

    /** A fault of the trial refuses nothing: rules must be changeable then, too. */
    @Override
    public RuleTrialReport evaluate(RuleSnapshot current, RuleSnapshot proposed) {
        try {
            return RuleComparison.of(sample.exchanges(clock.steady()), current, proposed, context, maxLoss);
        } catch (RuntimeException fault) {
            log.error("Rules could not be tried on recent traffic.", fault);
            return RuleTrialReport.unknown("The rules could not be tried on recent traffic; the log says why.");
        }
    }
}
