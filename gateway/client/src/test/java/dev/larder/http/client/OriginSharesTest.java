package dev.larder.http.client;

import static dev.larder.http.client.OriginShares.Admission.AWAITED;
import static dev.larder.http.client.OriginShares.Admission.REFUSED;
import static dev.larder.http.client.OriginShares.Admission.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No owner takes the places that others need for their shares, and no place stays unused while an owner may have it. */
class OriginSharesTest {

    private static final int PLACES = 8;
    private static final int SHARE = 2;

    private final OriginShares shares = new OriginShares(PLACES, SHARE, 8);
    private final List<String> granted = new ArrayList<>();

    @Test
    void reservesShareForOtherOwner() {
        for (int i = 0; i < PLACES - SHARE; i++) {
            assertThat(take("one")).isEqualTo(TAKEN);
        }
        assertThat(take("one")).isEqualTo(AWAITED);
        assertThat(take("other")).isEqualTo(TAKEN);
        assertThat(take("other")).isEqualTo(TAKEN);
        assertThat(take("other")).isEqualTo(AWAITED);
    }

    @Test
    void grantsPlacesToOwnersInTurn() {
        for (int i = 0; i < PLACES - SHARE; i++) {
            take("one");
        }
        take("one");
        take("one");
        shares.take("two", () -> granted.add("two"));
        shares.take("two", () -> granted.add("two"));
        shares.take("two", () -> granted.add("two"));
        for (int i = 0; i < 5; i++) {
            shares.giveBack("one");
        }
        assertThat(granted).containsExactly("one", "two", "one");
    }

    @Test
    void refusesExcessRequestsOfOneOwnerButAdmitsOthers() {
        for (int i = 0; i < PLACES - SHARE; i++) {
            take("one");
        }
        for (int i = 0; i < 6; i++) {
            assertThat(take("one")).isEqualTo(AWAITED);
        }
        assertThat(take("one")).isEqualTo(REFUSED);
        take("other");
        take("other");
        assertThat(take("other")).isEqualTo(AWAITED);
        assertThat(shares.waitingRequests()).isEqualTo(7);
    }

    @Test
    void forgetsWithdrawnRequest() {
        for (int i = 0; i < PLACES - SHARE; i++) {
            take("one");
        }
        Runnable first = () -> granted.add("first");
        shares.take("one", first);
        take("one");
        assertThat(shares.withdraw("one", first)).isTrue();
        assertThat(shares.withdraw("one", first)).isFalse();
        shares.giveBack("one");
        assertThat(granted).containsExactly("one");
        assertThat(shares.waitingRequests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 40})
    void invariantsHoldForRandomOrderOfEvents(int share) {
        long seed = Long.getLong("larder.shares.seed", System.nanoTime());
        var random = new Random(seed);
        int places = Math.max(4, share + 1 + random.nextInt(60));
        var tried = new OriginShares(places, share, 50);
        Map<Object, Integer> underWay = new HashMap<>();
        Map<Object, Deque<Runnable>> waiting = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            Object owner = random.nextInt(4);
            String at = "seed " + seed + ", step " + step;
            if (random.nextInt(5) < 3) {
                Deque<Runnable> queue = waiting.computeIfAbsent(owner, first -> new ArrayDeque<>());
                Runnable[] own = new Runnable[1];
                own[0] = () -> {
                    assertThat(queue.remove()).as(at).isSameAs(own[0]);
                    underWay.merge(owner, 1, Integer::sum);
                };
                switch (tried.take(owner, own[0])) {
                    case TAKEN -> underWay.merge(owner, 1, Integer::sum);
                    case AWAITED -> queue.add(own[0]);
                    case REFUSED ->
                        assertThat(waiting.values().stream()
                                        .mapToInt(Deque::size)
                                        .sum())
                                .as(at)
                                .isGreaterThanOrEqualTo(50 * 3 / 4);
                }
            } else if (underWay.getOrDefault(owner, 0) > 0) {
                underWay.merge(owner, -1, Integer::sum);
                tried.giveBack(owner);
            }
            int all = underWay.values().stream().mapToInt(number -> number).sum();
            assertNoOwnerWaitsForAFreePlace(at, waiting, underWay, share, places - share);
            assertThat(tried.isUnused()).as(at).isEqualTo(all == 0);
        }
    }

    private static void assertNoOwnerWaitsForAFreePlace(
            String at, Map<Object, Deque<Runnable>> waiting, Map<Object, Integer> underWay, int share, int common) {
        int all = underWay.values().stream().mapToInt(number -> number).sum();
        waiting.forEach((owner, queue) -> {
            if (!queue.isEmpty()) {
                assertThat(underWay.getOrDefault(owner, 0)).as(at).isGreaterThanOrEqualTo(share);
                assertThat(all).as(at).isGreaterThanOrEqualTo(common);
            }
        });
    }

    private OriginShares.Admission take(String owner) {
        return shares.take(owner, () -> granted.add(owner));
    }
}
