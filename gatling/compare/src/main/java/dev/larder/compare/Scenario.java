package dev.larder.compare;

import dev.larder.compare.peer.Peer;
import dev.larder.compare.scenario.FixedRate;
import dev.larder.compare.scenario.StartTimes;
import dev.larder.compare.scenario.Traffic;
import java.util.List;

/** What can be asked for by {@code --scenarios}. */
enum Scenario {
    /** One stored URL. */
    HIT,
    /** Unique URLs that may be stored. */
    MISS,
    /** One URL that may not be stored. */
    PASS,
    /** Hits at a fixed rate. */
    LATENCY,
    /** Process start to first answer. */
    START;

    List<Peer> peers(List<Peer> chosen) {
        return chosen.isEmpty() ? usual() : chosen;
    }

    /** A start is the same with any body. */
    List<Size> sizes(List<Size> all) {
        return this == START ? all.subList(0, 1) : all;
    }

    private List<Peer> usual() {
        return switch (this) {
            case HIT -> Traffic.HIT.usual();
            case MISS -> Traffic.MISS.usual();
            case PASS -> Traffic.PASS.usual();
            case LATENCY -> FixedRate.USUAL;
            case START -> StartTimes.USUAL;
        };
    }
}
