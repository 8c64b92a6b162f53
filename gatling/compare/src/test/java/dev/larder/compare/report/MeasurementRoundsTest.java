package dev.larder.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.load.LoadResult;
import dev.larder.compare.peer.ComparedServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementRoundsTest {

    @Test
    void tableHasRatiosOfRequestsPerCpuSecondToMeasuredBaselines() {
        var rounds = new MeasurementRounds();
        rounds.add(ComparedServer.NGINX, new MeasurementRound(new LoadResult(40_000, 0, 2, 8_000_000), 1, 0, 0));
        rounds.add(ComparedServer.LARDER, new MeasurementRound(new LoadResult(60_000, 3, 2, 12_000_000), 2, 600, 0.5));

        assertThat(rounds.table(List.of(ComparedServer.VARNISH, ComparedServer.NGINX))
                        .lines()
                        .map(MeasurementRoundsTest::cells))
                .containsExactly(
                        "|server|requests/s, median (min .. max)|requests/CPU s, median (min .. max)|CPU us/request"
                                + "|x nginx|errors|origin asked|others' CPU|",
                        "|-|-:|-:|-:|-:|-:|-:|-:|",
                        "|nginx|20,000 (20,000 .. 20,000)|40,000 (40,000 .. 40,000)|25.0|1.00|0|0.0 %|0.0 %|",
                        "|larder|30,000 (30,000 .. 30,000)|30,000 (30,000 .. 30,000)|33.3|0.75|3|1.0 %|25.0 %|");
    }

    @Test
    void byteTableHasRatiosOfBytesPerCpuSecond() {
        var rounds = new MeasurementRounds();
        rounds.add(ComparedServer.NGINX, new MeasurementRound(new LoadResult(1, 0, 2, 8_000_000), 1, 0, 0));
        rounds.add(ComparedServer.LARDER_DISK, new MeasurementRound(new LoadResult(0, 0, 2, 12_000_000), 2, 0, 0));

        assertThat(rounds.octets(List.of(ComparedServer.NGINX)).lines().map(MeasurementRoundsTest::cells))
                .containsExactly(
                        "|server|MB/s, median (min .. max)|MB/CPU s, median (min .. max)|x nginx|",
                        "|-|-:|-:|-:|",
                        "|nginx|4 (4 .. 4)|8 (8 .. 8)|1.00|",
                        "|larder-disk|6 (6 .. 6)|6 (6 .. 6)|0.75|");
    }

    private static String cells(String line) {
        return line.replaceAll(" *\\| *", "|").replaceAll("-+(:?)\\|", "-$1|");
    }
}
