package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.larder.policies.eviction.OptimizationGoal;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheReplayTest {

    private final RequestBlock block = new RequestBlock();

    private ReplayResult replay(String policy, long capacity, WriteEffect writes, long ttl) {
        NamedPolicy contender =
                NamedPolicy.of(List.of(policy), OptimizationGoal.HITS).get(0);
        var replay = new CacheReplay(contender, capacity, new EntryLifetime(writes, ttl), 1);
        replay.replay(block);
        return replay.outcome("trace");
    }

    private ReplayResult lru(long capacity) {
        return replay("lru", capacity, WriteEffect.IGNORE, EntryLifetime.FOREVER);
    }

    private void reads(long... keys) {
        for (long key : keys) {
            block.read(block.count(), key, 10);
        }
    }

    @Test
    void computesHitRatioByteHitRatioAndMissPenalty() {
        block.read(1, 1, 10);
        block.read(2, 1, 10);
        block.read(3, 2, 90);
        block.read(4, 2, 90);
        block.read(5, 2, 90);
        ReplayResult outcome = lru(1_000);
        assertThat(outcome.requests()).isEqualTo(5);
        assertThat(outcome.hitRatio()).isEqualTo(3 / 5.0);
        assertThat(outcome.byteHitRatio()).isEqualTo(190 / 290.0);
        assertThat(outcome.missPenalty()).isCloseTo((2 * 2 + 100 / 536.0) / 0.1, within(1e-9));
    }

    @Test
    void objectLargerThanCacheIsNeverStored() {
        reads(1, 1, 1);
        assertThat(lru(9).hitRatio()).isZero();
        assertThat(lru(0).hitRatio()).isZero();
        assertThat(lru(10).hitRatio()).isEqualTo(2 / 3.0);
    }

    @Test
    void evictedObjectIsMiss() {
        reads(1, 2, 3, 1, 3);
        assertThat(lru(20).hitRatio()).isEqualTo(1 / 5.0);
    }

    @Test
    void expiredObjectIsMissAndStoredAgain() {
        for (long time : new long[] {0, 4, 5, 9, 10}) {
            block.read(time, 1, 10);
        }
        assertThat(replay("lru", 100, WriteEffect.IGNORE, 5).hitRatio()).isEqualTo(2 / 5.0);
    }

    @Test
    void writeIsNotCountedAsRequestAndInvalidatesKeyOrSegment() {
        block.add(1, 1, 10, false, 7);
        block.add(2, 2, 10, false, 7);
        block.add(3, 3, 10, false, 8);
        block.add(4, 1, 10, true, 7);
        block.add(5, 1, 10, false, 7);
        block.add(6, 2, 10, false, 7);
        block.add(7, 3, 10, false, 8);
        block.add(8, 1, 10, false, 7);
        assertThat(replay("lru", 100, WriteEffect.IGNORE, EntryLifetime.FOREVER).hitRatio())
                .isEqualTo(4 / 7.0);
        assertThat(replay("lru", 100, WriteEffect.INVALIDATE_KEY, EntryLifetime.FOREVER)
                        .hitRatio())
                .isEqualTo(3 / 7.0);
        ReplayResult segment = replay("lru", 100, WriteEffect.INVALIDATE_SEGMENT, EntryLifetime.FOREVER);
        assertThat(segment.hitRatio()).isEqualTo(2 / 7.0);
        assertThat(segment.requests()).isEqualTo(7);
    }

    @Test
    void caffeineRespectsCapacityBeyondItsWeightRange() {
        for (int i = 0; i < 400; i++) {
            block.read(i, i % 40, 1L << 30);
        }
        assertThat(replay("caffeine", 20L << 30, WriteEffect.IGNORE, EntryLifetime.FOREVER)
                        .hitRatio())
                .isBetween(0.1, 0.5);
        assertThat(replay("caffeine", 50L << 30, WriteEffect.IGNORE, EntryLifetime.FOREVER)
                        .hitRatio())
                .isEqualTo(0.9);
    }

    @Test
    void everyPolicyReplaysAtZeroAndAmpleCapacity() {
        for (int i = 0; i < 2_000; i++) {
            block.read(i, i * 31 % 257, 1 + i % 97);
        }
        for (String policy : NamedPolicy.names()) {
            assertThat(replay(policy, 0, WriteEffect.IGNORE, EntryLifetime.FOREVER)
                            .hitRatio())
                    .as(policy)
                    .isZero();
            assertThat(replay(policy, 1 << 20, WriteEffect.IGNORE, EntryLifetime.FOREVER)
                            .hitRatio())
                    .as(policy)
                    .isEqualTo((2_000 - 257) / 2_000.0);
        }
    }
}
