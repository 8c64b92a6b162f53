package dev.larder.compare;

import dev.larder.compare.peer.Peer;
import dev.larder.compare.scenario.FixedRate;
import dev.larder.compare.scenario.StartTimes;
import dev.larder.compare.scenario.Traffic;
import java.util.List;

/** What can be asked for by {@code --scenarios}. */
enum Scenario {
    /** One stored URL. */
    HIT(Traffic.HIT.usual()),
    /** Unique URLs that may be stored. */
    MISS(Traffic.MISS.usual()),
    /** One URL that may not be stored. */
    PASS(Traffic.PASS.usual()),
    /** Hits at a fixed rate. */
    LATENCY(FixedRate.USUAL),
    /** Process start to first answer. */
    START(StartTimes.USUAL);

    private final List<Peer> usual;

    Scenario(List<Peer> usual) {
        this.usual = usual;
    }

    List<Peer> peers(List<Peer> chosen) {
        return chosen.isEmpty() ? usual : chosen;
    }

    /** A start is the same with any body. */
    List<Size> sizes(List<Size> all) {
        return this == START ? all.subList(0, 1) : all;
    }
}
