package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The policies beside their definitions, written as plainly as possible: a list, searched from end to end. */
class PolicyDefinitionsTest {

    /** A resident as the definitions see it. */
    private static final class Row {
        final int key;
        final long weight;
        final long stored;
        long requested;
        long frequency = 1;
        double rank;

        Row(int key, long weight, long now) {
            this.key = key;
            this.weight = weight;
            this.stored = now;
            this.requested = now;
        }
    }

    /** A policy by its definition. */
    private static final class Definition {
        final PolicyName name;
        final long capacity;
        final List<Row> rows = new ArrayList<>();
        double lastVictim;
        long now;

        Definition(PolicyName name, long capacity) {
            this.name = name;
            this.capacity = capacity;
        }

        double rank(Row row) {
            return switch (name) {
                case LRU -> row.requested;
                case FIFO -> row.stored;
                case LFU -> row.frequency;
                case LFUDA -> lastVictim + row.frequency;
                case GDS -> lastVictim + 1.0 / row.weight;
                case GDSF, GDSF_REFUSING -> lastVictim + row.frequency * (1.0 / row.weight);
                default -> throw new IllegalArgumentException(name + " is not defined by ranks");
            };
        }

        Row row(int key) {
            return rows.stream().filter(row -> row.key == key).findAny().orElse(null);
        }

        void hit(Row row) {
            row.requested = ++now;
            row.frequency++;
            row.rank = rank(row);
        }

        List<Integer> store(int key, long weight) {
            var newcomer = new Row(key, weight, ++now);
            newcomer.rank = rank(newcomer);
            List<Row> victims = victims(newcomer);
            if (weight > capacity || victims.contains(newcomer)) {
                return List.of(key);
            }
            rows.removeAll(victims);
            victims.forEach(victim -> lastVictim = victim.rank);
            if (name != PolicyName.GDSF_REFUSING) {
                newcomer.rank = rank(newcomer);
            }
            rows.add(newcomer);
            return victims.stream().map(victim -> victim.key).toList();
        }

        List<Row> victims(Row newcomer) {
            var candidates = new ArrayList<>(rows);
            if (name == PolicyName.GDSF_REFUSING) {
                candidates.add(newcomer);
            }
            candidates.sort(Comparator.<Row>comparingDouble(row -> row.rank).thenComparingLong(row -> row.requested));
            long weight = rows.stream().mapToLong(row -> row.weight).sum() + newcomer.weight;
            var victims = new ArrayList<Row>();
            for (Row candidate : candidates) {
                if (weight > capacity) {
                    victims.add(candidate);
                    weight -= candidate.weight;
                }
            }
            return victims;
        }
    }

    static Stream<Arguments> policiesAndSeeds() {
        return Stream.of(
                        PolicyName.LRU,
                        PolicyName.FIFO,
                        PolicyName.LFU,
                        PolicyName.LFUDA,
                        PolicyName.GDS,
                        PolicyName.GDSF,
                        PolicyName.GDSF_REFUSING)
                .flatMap(name -> LongStream.rangeClosed(1, 6).mapToObj(seed -> Arguments.of(name, seed)));
    }

    @ParameterizedTest
    @MethodSource("policiesAndSeeds")
    void victimsMatchDefinitionOfPolicyInOrder(PolicyName name, long seed) {
        var random = new Random(seed);
        long capacity = 500;
        EvictionPolicy<Integer> policy = name.create(capacity, seed);
        var definition = new Definition(name, capacity);
        for (int step = 0; step < 5_000; step++) {
            int key = (int) (120 * Math.pow(random.nextDouble(), 3));
            Row row = definition.row(key);
            if (row == null) {
                int weight = 1 + random.nextInt(seed % 2 == 0 ? 8 : step % 40 == 0 ? 600 : 50);
                assertThat(policy.onStore(key, weight, 0))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(definition.store(key, weight));
            } else if (random.nextInt(25) == 0) {
                policy.onRemove(key);
                definition.rows.remove(row);
            } else {
                policy.onHit(key);
                definition.hit(row);
            }
        }
    }
}
