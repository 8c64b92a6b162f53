package dev.larder.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.insight.audit.CouplingAdvisor.Missing;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Out of histories in which nearly every pool is written to between a fetch and a hit, the culprit is named, and no other. */
class CouplingAdvisorTest {

    private static final int POOLS = 20;

    @ParameterizedTest
    @CsvSource({"1, 1.0", "2, 1.0", "3, 0.5", "4, 0.5", "5, 0.2", "6, 0.2", "7, 0.1", "8, 0.1"})
    void namesOnlyMissingCouplingHoweverRareItsHarm(long seed, double harm) {
        var history = new History(seed, Map.of("p3", Set.of("p7")), harm);
        assertThat(CouplingAdvisor.missing(history.evidence(40_000), Couplings.NONE))
                .as("seed " + seed)
                .extracting(missing -> missing.source() + " -> " + missing.target())
                .containsExactly("p3 -> p7");
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4"})
    void namesBothMissingCouplingsOfOnePool(long seed) {
        var history = new History(seed, Map.of("p3", Set.of("p7"), "p12", Set.of("p7")), 1);
        assertThat(CouplingAdvisor.missing(history.evidence(40_000), Couplings.NONE))
                .as("seed " + seed)
                .extracting(Missing::source)
                .containsExactlyInAnyOrder("p3", "p12");
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4"})
    void proposesNothingIfNothingIsStale(long seed) {
        assertThat(CouplingAdvisor.missing(new History(seed, Map.of(), 1).evidence(20_000), Couplings.NONE))
                .isEmpty();
    }

    @Test
    void proposesNothingFromTwoStaleHits() {
        assertThat(CouplingAdvisor.missing(List.of(pool("b", 100, Map.of(), since("a"), since("a"))), Couplings.NONE))
                .isEmpty();
    }

    @Test
    void doesNotGuessBetweenIndistinguishablePools() {
        PoolEvidence few = pool("c", 100, Map.of(), since("a", "b"), since("a", "b"), since("a", "b"));
        assertThat(CouplingAdvisor.missing(List.of(few), Couplings.NONE)).isEmpty();
    }

    @Test
    void reportsCaseCountsOfMissingCoupling() {
        PoolEvidence pool =
                pool("b", 100, Map.of("a", 1L, "x", 50L), since("a", "x"), since("a", "x"), since("a", "x"));
        assertThat(CouplingAdvisor.missing(List.of(pool), Couplings.NONE)).containsExactly(new Missing("a", "b", 3, 4));
    }

    @Test
    void doesNotProposeCouplingImpliedByConfiguredOne() {
        var configured = new Couplings(Map.of("b", Set.of("c")));
        assertThat(CouplingAdvisor.missing(
                        List.of(
                                pool("b", 100, Map.of(), since("a"), since("a"), since("a")),
                                pool("c", 100, Map.of(), since("a"), since("a"), since("a"), since("a"))),
                        configured))
                .extracting(Missing::target)
                .containsExactly("b");
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    private static PoolEvidence pool(String name, long agreed, Map<String, Long> agreedDespite, Set<String>... stale) {
        return evidence(name, agreed, agreedDespite, List.of(stale));
    }

    private static Set<String> since(String... pools) {
        return new TreeSet<>(List.of(pools));
    }

    @SuppressWarnings("EnumOrdinal") // as Tally counts
    private static PoolEvidence evidence(
            String name, long agreed, Map<String, Long> agreedDespite, List<Set<String>> stale) {
        long[] outcomes = new long[AuditOutcome.values().length];
        outcomes[AuditOutcome.AGREES.ordinal()] = agreed;
        outcomes[AuditOutcome.DIFFERS.ordinal()] = stale.size();
        return new PoolEvidence(
                new PoolReport(name, 0, 0, AuditCounts.of(outcomes), RefetchCounts.NONE),
                new PoolEvidence.Place("", name, InvalidationScope.POOL),
                stale,
                agreedDespite,
                Map.of(),
                Map.of());
    }

    /**
     * Writes and hits at random, popular by Zipf's law. A write drops its own pool; what it makes wrong in others stays.
     *
     * @param harm share of a coupled pool's responses that a write makes wrong
     */
    private record History(long seed, Map<String, Set<String>> undeclared, double harm) {

        private static final int PATHS = 20;

        private static final class Stored {
            final Set<String> since = new TreeSet<>();
            boolean wrong;
        }

        List<PoolEvidence> evidence(int steps) {
            var random = new Random(seed);
            var store = new HashMap<String, Stored>();
            var stale = new HashMap<String, List<Set<String>>>();
            var agreed = new HashMap<String, Long>();
            var despite = new HashMap<String, Map<String, Long>>();
            List<String> pools = new ArrayList<>();
            for (int i = 0; i < POOLS; i++) {
                pools.add("p" + i);
            }
            for (int step = 0; step < steps; step++) {
                String pool = pools.get((int) (POOLS * random.nextDouble() * random.nextDouble()));
                String path = pool + "/" + random.nextInt(PATHS);
                Stored found = store.get(path);
                if (random.nextInt(5) == 0) {
                    write(pool, store, random);
                } else if (found == null) {
                    store.put(path, new Stored());
                } else if (found.wrong) {
                    stale.computeIfAbsent(pool, name -> new ArrayList<>()).add(Set.copyOf(found.since));
                    store.remove(path);
                } else {
                    agreed.merge(pool, 1L, Long::sum);
                    Map<String, Long> counts = despite.computeIfAbsent(pool, name -> new HashMap<>());
                    found.since.forEach(written -> counts.merge(written, 1L, Long::sum));
                }
            }
            return pools.stream()
                    .map(pool -> CouplingAdvisorTest.evidence(
                            pool,
                            agreed.getOrDefault(pool, 0L),
                            despite.getOrDefault(pool, Map.of()),
                            stale.getOrDefault(pool, List.of())))
                    .toList();
        }

        private void write(String pool, Map<String, Stored> store, Random random) {
            store.keySet().removeIf(path -> path.startsWith(pool + "/"));
            store.forEach((path, stored) -> {
                stored.since.add(pool);
                String of = path.substring(0, path.indexOf('/'));
                boolean reaches = undeclared.getOrDefault(pool, Set.of()).contains(of);
                stored.wrong |= reaches && random.nextDouble() < harm;
            });
        }
    }
}
