package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When pairs of responses prove that something matters, or that it does not. */
class ResponsePairCountsTest {

    @Test
    void valueThatBodiesDifferWithSeparatesThem() {
        assertThat(new ResponsePairCounts(20, 0, 0, 20).hasSignificantEffect()).isTrue();
        assertThat(new ResponsePairCounts(200, 20, 0, 200).hasSignificantEffect())
                .isTrue();
        assertThat(new ResponsePairCounts(500, 0, 400, 20).hasSignificantEffect())
                .isTrue();
    }

    @Test
    void bodiesThatDifferAnywayAreNotSeparated() {
        assertThat(new ResponsePairCounts(10, 10, 10, 10).hasSignificantEffect())
                .isFalse();
        assertThat(new ResponsePairCounts(0, 100, 0, 100).hasSignificantEffect())
                .isFalse();
    }

    @Test
    void valueThatNeverRepeatsIsUndecided() {
        assertThat(new ResponsePairCounts(0, 0, 0, 1_000).hasSignificantEffect())
                .isFalse();
        assertThat(new ResponsePairCounts(0, 0, 0, 1_000).isNegligible()).isFalse();
        assertThat(new ResponsePairCounts(0, 0, 0, 1_000).isInconclusive()).isTrue();
    }

    @Test
    void valueWithNearlyOneBodyEachIsUndecided() {
        assertThat(new ResponsePairCounts(0, 0, 100, 800).isInconclusive()).isTrue();
        assertThat(new ResponsePairCounts(0, 0, 101, 800).isInconclusive()).isFalse();
        assertThat(new ResponsePairCounts(0, 0, 101, 800).isNegligible()).isTrue();
        assertThat(new ResponsePairCounts(0, 1, 0, 1_000).isInconclusive()).isFalse();
    }

    @Test
    void fewPairsProveNothing() {
        assertThat(new ResponsePairCounts(1_000, 0, 0, 4).hasSignificantEffect())
                .isFalse();
        assertThat(new ResponsePairCounts(0, 0, 49, 0).isUseless()).isFalse();
        assertThat(ResponsePairCounts.NONE.isNegligible()).isFalse();
    }

    @Test
    void partIsUselessOnlyIfNoBodyDifferedWithIt() {
        assertThat(new ResponsePairCounts(0, 0, 50, 0).isUseless()).isTrue();
        assertThat(new ResponsePairCounts(0, 0, 10_000, 1).isUseless()).isFalse();
    }
}
