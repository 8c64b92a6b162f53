package dev.larder.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.load.Sent;
import dev.larder.compare.peer.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void ratiosAreOfRequestsPerCpuSecondToTheBaselinesThatWereMeasured() {
        var rounds = new Rounds();
        rounds.add(Peer.NGINX, new Round(new Sent(40_000, 0, 2), 1, 0, 0));
        rounds.add(Peer.LARDER, new Round(new Sent(60_000, 3, 2), 2, 600, 0.5));

        assertThat(rounds.table(List.of(Peer.VARNISH, Peer.NGINX)).lines().map(RoundsTest::cells))
                .containsExactly(
                        "|server|requests/s, median (min .. max)|requests/CPU s, median (min .. max)|CPU us/request"
                                + "|x nginx|errors|origin asked|others' CPU|",
                        "|-|-:|-:|-:|-:|-:|-:|-:|",
                        "|nginx|20,000 (20,000 .. 20,000)|40,000 (40,000 .. 40,000)|25.0|1.00|0|0.0 %|0.0 %|",
                        "|larder|30,000 (30,000 .. 30,000)|30,000 (30,000 .. 30,000)|33.3|0.75|3|1.0 %|25.0 %|");
    }

    private static String cells(String line) {
        return line.replaceAll(" *\\| *", "|").replaceAll("-+(:?)\\|", "-$1|");
    }
}
