package dev.larder.compare;

import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.scenario.FixedRateLatency;
import dev.larder.compare.scenario.LoadPattern;
import dev.larder.compare.scenario.StartTimes;
import java.util.List;

/** What can be asked for by {@code --scenarios}. */
enum ComparisonScenario {
    /** One stored URL. */
    HIT,
    /** Unique URLs that may be stored. */
    MISS,
    /** One URL that may not be stored. */
    PASS,
    /** One URL that is validated each time. */
    VALIDATE,
    /** POST to one URL. */
    WRITE,
    /** Hits at a fixed rate. */
    LATENCY,
    /** Misses at a fixed rate. */
    MISS_LATENCY,
    /** Process start to first answer. */
    START;

    List<ComparedServer> peers(List<ComparedServer> chosen) {
        return chosen.isEmpty() ? usual() : chosen;
    }

    /** A start is the same with any body. */
    List<BodySize> sizes(List<BodySize> all) {
        return this == START ? all.subList(0, 1) : all;
    }

    private List<ComparedServer> usual() {
        return switch (this) {
            case HIT -> LoadPattern.HIT.usual();
            case MISS -> LoadPattern.MISS.usual();
            case PASS -> LoadPattern.PASS.usual();
            case VALIDATE -> LoadPattern.VALIDATE.usual();
            case WRITE -> LoadPattern.WRITE.usual();
            case LATENCY -> FixedRateLatency.usual(LoadPattern.HIT);
            case MISS_LATENCY -> FixedRateLatency.usual(LoadPattern.MISS);
            case START -> StartTimes.USUAL;
        };
    }
}
