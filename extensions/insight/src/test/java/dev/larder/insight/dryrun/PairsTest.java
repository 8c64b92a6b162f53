package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When pairs of responses prove that something matters, or that it does not. */
class PairsTest {

    @Test
    void whatBodiesDifferWithSeparatesThem() {
        assertThat(new Pairs(20, 0, 0, 20).separates()).isTrue();
        assertThat(new Pairs(200, 20, 0, 200).separates()).isTrue();
        assertThat(new Pairs(500, 0, 400, 20).separates()).isTrue();
    }

    @Test
    void bodiesThatDifferAnywayAreSeparatedByNothing() {
        assertThat(new Pairs(10, 10, 10, 10).separates()).isFalse();
        assertThat(new Pairs(0, 100, 0, 100).separates()).isFalse();
    }

    @Test
    void aValueThatNeverRepeatsProvesNothing() {
        assertThat(new Pairs(0, 0, 0, 1_000).separates()).isFalse();
        assertThat(new Pairs(0, 0, 0, 1_000).negligible()).isFalse();
        assertThat(new Pairs(0, 0, 0, 1_000).untold()).isTrue();
    }

    @Test
    void whereNearlyEachValueHasABodyOfItsOwnItMayBeWhatSelectsThem() {
        assertThat(new Pairs(0, 0, 100, 800).untold()).isTrue();
        assertThat(new Pairs(0, 0, 101, 800).untold()).isFalse();
        assertThat(new Pairs(0, 0, 101, 800).negligible()).isTrue();
        assertThat(new Pairs(0, 1, 0, 1_000).untold()).isFalse();
    }

    @Test
    void fewPairsProveNothing() {
        assertThat(new Pairs(1_000, 0, 0, 4).separates()).isFalse();
        assertThat(new Pairs(0, 0, 49, 0).useless()).isFalse();
        assertThat(Pairs.NONE.negligible()).isFalse();
    }

    @Test
    void aPartIsUselessOnlyIfNoBodyHasEverDifferedWithIt() {
        assertThat(new Pairs(0, 0, 50, 0).useless()).isTrue();
        assertThat(new Pairs(0, 0, 10_000, 1).useless()).isFalse();
    }
}
