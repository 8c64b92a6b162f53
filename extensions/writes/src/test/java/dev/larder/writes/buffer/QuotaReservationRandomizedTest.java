package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uploads that begin, grow, are acknowledged and given up in any order, against what they may have together. */
class QuotaReservationRandomizedTest {

    private static final long SEED = Long.getLong("larder.seed", System.nanoTime());
    private static final WriteBufferLimits.ChannelLimit ALL = new WriteBufferLimits.ChannelLimit(20, 2_000);
    private static final WriteBufferLimits.ChannelLimit OF_ONE = new WriteBufferLimits.ChannelLimit(15, 1_500);

    private final ChannelQuotas quotas =
            new ChannelQuotas(new WriteBufferLimits(ALL, Map.of("a", OF_ONE, "b", OF_ONE), Duration.ZERO, 0));

    /** What the checker knows of one upload. */
    private static final class Known {
        final QuotaReservation reservation;
        final String channel;
        long bytes;
        boolean acknowledged;

        Known(QuotaReservation reservation, String channel, long bytes) {
            this.reservation = reservation;
            this.channel = channel;
            this.bytes = bytes;
        }
    }

    @Test
    @Tag("hardening-U9")
    void reservationsNeverExceedLimits() {
        System.out.println("QuotaReservationRandomizedTest: larder.seed=" + SEED);
        var random = new Random(SEED);
        List<Known> uploads = new ArrayList<>();
        List<QuotaReservation> ended = new ArrayList<>();
        int refusals = 0;
        for (int step = 0; step < 100_000; step++) {
            int choice = uploads.isEmpty() ? 0 : random.nextInt(10);
            Known one = uploads.isEmpty() ? null : uploads.get(random.nextInt(uploads.size()));
            if (choice < 4) {
                refusals += begin(uploads, random) ? 0 : 1;
            } else if (choice < 7 && !one.acknowledged) {
                long length = one.bytes + random.nextInt(300) - 100;
                boolean fits = fits(uploads, one, Math.max(length, one.bytes));
                assertThat(one.reservation.raiseTo(length)).as("seed %d", SEED).isEqualTo(fits);
                one.bytes = fits ? Math.max(one.bytes, length) : one.bytes;
            } else if (choice < 8 && !one.acknowledged) {
                long weight = random.nextInt(400);
                boolean fits = fits(uploads, one, weight);
                assertThat(one.reservation.handOver(weight)).as("seed %d", SEED).isEqualTo(fits);
                one.acknowledged = fits;
                one.bytes = fits ? weight : one.bytes;
            } else {
                end(one);
                uploads.remove(one);
                ended.add(one.reservation);
            }
            if (!ended.isEmpty()) {
                QuotaReservation over = ended.get(random.nextInt(ended.size()));
                over.release();
                assertThat(over.raiseTo(1) || over.handOver(1)).isFalse();
            }
            check(uploads);
        }
        assertThat(refusals).isPositive();
        uploads.forEach(this::end);
        check(List.of());
    }

    private boolean begin(List<Known> uploads, Random random) {
        String channel = random.nextBoolean() ? "a" : "b";
        long length = random.nextInt(300);
        boolean expected = fits(uploads, new Known(null, channel, 0), length)
                && uploads.size() < ALL.writes()
                && uploads.stream().filter(each -> each.channel.equals(channel)).count() < OF_ONE.writes();
        var reserved = QuotaReservation.of(quotas, channel, length);
        assertThat(reserved.isPresent()).as("seed %d", SEED).isEqualTo(expected);
        reserved.ifPresent(reservation -> uploads.add(new Known(reservation, channel, length)));
        return expected;
    }

    private static boolean fits(List<Known> uploads, Known one, long length) {
        long more = length - one.bytes;
        long all = uploads.stream().mapToLong(each -> each.bytes).sum();
        long ofChannel = uploads.stream()
                .filter(each -> each.channel.equals(one.channel))
                .mapToLong(each -> each.bytes)
                .sum();
        return more <= 0 || (all + more <= ALL.bytes() && ofChannel + more <= OF_ONE.bytes());
    }

    /** An acknowledged one is over when it is delivered. */
    private void end(Known one) {
        one.reservation.release();
        if (one.acknowledged) {
            quotas.release(one.channel, one.bytes);
        }
    }

    private void check(List<Known> uploads) {
        assertThat(quotas.all().writes()).as("seed %d", SEED).isEqualTo(uploads.size());
        assertThat(quotas.all().bytes())
                .as("seed %d", SEED)
                .isEqualTo(uploads.stream().mapToLong(each -> each.bytes).sum())
                .isLessThanOrEqualTo(ALL.bytes());
        assertThat(quotas.unfinished().writes())
                .as("seed %d", SEED)
                .isEqualTo(uploads.stream().filter(each -> !each.acknowledged).count());
        assertThat(quotas.unfinished().bytes())
                .as("seed %d", SEED)
                .isEqualTo(uploads.stream()
                        .filter(each -> !each.acknowledged)
                        .mapToLong(each -> each.bytes)
                        .sum());
    }

    @Test
    void concurrentEndsOfUploadReleaseItsQuotaOnce() {
        var threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 2_000; round++) {
                QuotaReservation one = QuotaReservation.of(quotas, "a", 100).orElseThrow();
                var acknowledged = CompletableFuture.supplyAsync(() -> one.handOver(700), threads);
                var others = List.of(
                        CompletableFuture.runAsync(one::release, threads),
                        CompletableFuture.runAsync(() -> one.raiseTo(500), threads),
                        CompletableFuture.runAsync(one::release, threads));
                others.forEach(CompletableFuture::join);
                if (acknowledged.join()) {
                    quotas.release("a", 700);
                }
                check(List.of());
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
