package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When pairs of responses prove that something matters, or that it does not. */
class ResponsePairCountsTest {

    @Test
    void whatBodiesDifferWithSeparatesThem() {
        assertThat(new ResponsePairCounts(20, 0, 0, 20).separates()).isTrue();
        assertThat(new ResponsePairCounts(200, 20, 0, 200).separates()).isTrue();
        assertThat(new ResponsePairCounts(500, 0, 400, 20).separates()).isTrue();
    }

    @Test
    void bodiesThatDifferAnywayAreSeparatedByNothing() {
        assertThat(new ResponsePairCounts(10, 10, 10, 10).separates()).isFalse();
        assertThat(new ResponsePairCounts(0, 100, 0, 100).separates()).isFalse();
    }

    @Test
    void aValueThatNeverRepeatsProvesNothing() {
        assertThat(new ResponsePairCounts(0, 0, 0, 1_000).separates()).isFalse();
        assertThat(new ResponsePairCounts(0, 0, 0, 1_000).negligible()).isFalse();
        assertThat(new ResponsePairCounts(0, 0, 0, 1_000).untold()).isTrue();
    }

    @Test
    void whereNearlyEachValueHasABodyOfItsOwnItMayBeWhatSelectsThem() {
        assertThat(new ResponsePairCounts(0, 0, 100, 800).untold()).isTrue();
        assertThat(new ResponsePairCounts(0, 0, 101, 800).untold()).isFalse();
        assertThat(new ResponsePairCounts(0, 0, 101, 800).negligible()).isTrue();
        assertThat(new ResponsePairCounts(0, 1, 0, 1_000).untold()).isFalse();
    }

    @Test
    void fewPairsProveNothing() {
        assertThat(new ResponsePairCounts(1_000, 0, 0, 4).separates()).isFalse();
        assertThat(new ResponsePairCounts(0, 0, 49, 0).useless()).isFalse();
        assertThat(ResponsePairCounts.NONE.negligible()).isFalse();
    }

    @Test
    void aPartIsUselessOnlyIfNoBodyHasEverDifferedWithIt() {
        assertThat(new ResponsePairCounts(0, 0, 50, 0).useless()).isTrue();
        assertThat(new ResponsePairCounts(0, 0, 10_000, 1).useless()).isFalse();
    }
}
