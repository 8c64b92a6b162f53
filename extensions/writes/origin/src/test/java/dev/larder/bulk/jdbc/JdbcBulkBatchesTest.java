package dev.larder.bulk.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.larder.bulk.BulkResult;
import dev.larder.bulk.BulkWrites;
import dev.larder.bulk.ItemResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

class JdbcBulkBatchesTest {

    private final DriverManagerDataSource database =
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=PostgreSQL;DB_CLOSE_DELAY=-1");
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final BulkWrites<String> batch = new BulkWrites<>("b", List.of("x", "y"), List.of(), List.of());

    @BeforeEach
    void tables() {
        jdbc.execute("CREATE TABLE larder_batches (id text PRIMARY KEY, applied timestamp with time zone NOT NULL,"
                + " status integer, results text)");
        jdbc.execute("CREATE TABLE larder_items (id text PRIMARY KEY, batch text NOT NULL, place integer NOT NULL,"
                + " applied timestamp with time zone NOT NULL)");
        jdbc.execute("CREATE TABLE notes (text text)");
    }

    @Test
    @Tag("hardening-U7")
    void repeatedBatchIsNotAppliedAgain() {
        BulkResult first = batches(Instant.EPOCH).once(batch, all -> insert(batch.all(201)));
        BulkResult second = batches(Instant.EPOCH).once(batch, all -> insert(batch.all(201)));

        assertThat(second).isEqualTo(first);
        assertThat(second.getStatusCode().value()).isEqualTo(201);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void repeatedBatchGetsSameResultPerItem() {
        BulkResult answer = BulkResult.of(List.of(ItemResult.of(201), ItemResult.of(422, "why")));
        batches(Instant.EPOCH).once(batch, all -> insert(answer));

        assertThat(batches(Instant.EPOCH).once(batch, all -> insert(answer))).isEqualTo(answer);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void failedBatchIsRolledBackAndCanBeRetried() {
        assertThatIllegalStateException()
                .isThrownBy(() -> batches(Instant.EPOCH).once(batch, all -> {
                    insert(batch.all(201));
                    throw new IllegalStateException("disk full");
                }));

        assertThat(rows()).isZero();
        batches(Instant.EPOCH).once(batch, all -> insert(batch.all(201)));
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void forgottenBatchIsAppliedAgain() {
        batches(Instant.EPOCH).once(batch, all -> insert(batch.all(201)));
        JdbcBulkBatches later = batches(Instant.EPOCH.plusSeconds(61));

        assertThat(later.forget(Duration.ofSeconds(62))).isZero();
        assertThat(later.forget(Duration.ofSeconds(60))).isOne();
        later.once(batch, all -> insert(batch.all(201)));
        assertThat(rows()).isEqualTo(4);
    }

    @Test
    void returnsStoredResultOfItemFromAnotherBatch() {
        JdbcBulkBatches batches = batches(Instant.EPOCH);
        batches.once(items("b1", 1, 2, 3), fresh -> insert(fresh, ItemResult.of(201, "made")));

        BulkResult second = batches.once(items("b2", 3, 4, 1), fresh -> insert(fresh, ItemResult.of(200)));

        assertThat(notes()).containsExactly("n1", "n2", "n3", "n4");
        assertThat(second.getBody())
                .containsExactly(ItemResult.of(201, "made"), ItemResult.of(200), ItemResult.of(201, "made"));
        assertThat(batches.once(items("b2", 3, 4, 1), fresh -> insert(fresh, ItemResult.of(200))))
                .isEqualTo(second);
    }

    @Test
    void appliesNothingOfBatchWithOnlyKnownItems() {
        JdbcBulkBatches batches = batches(Instant.EPOCH);
        batches.once(items("b1", 1, 2, 3), fresh -> insert(fresh, ItemResult.of(201)));

        BulkResult again = batches.once(items("b2", 2, 3), fresh -> {
            throw new AssertionError("applied again");
        });

        assertThat(again).isEqualTo(BulkResult.all(201));
    }

    @Test
    void retriesItemsThatWereNotApplied() {
        JdbcBulkBatches batches = batches(Instant.EPOCH);
        BulkResult first = batches.once(items("b1", 1, 2, 3), fresh -> {
            jdbc.update("INSERT INTO notes VALUES ('n2')");
            return BulkResult.of(List.of(ItemResult.of(422), ItemResult.of(201), ItemResult.of(503)));
        });
        assertThat(first.getStatusCode().value()).isEqualTo(207);

        BulkResult second = batches.once(items("b2", 1, 2, 3), fresh -> insert(fresh, ItemResult.of(201)));

        assertThat(second).isEqualTo(BulkResult.all(201));
        assertThat(notes()).containsExactlyInAnyOrder("n1", "n2", "n3");
    }

    @Test
    void forgetsItemsWithTheirBatches() {
        batches(Instant.EPOCH).once(items("b1", 1, 2), fresh -> insert(fresh, ItemResult.of(201)));
        JdbcBulkBatches later = batches(Instant.EPOCH.plusSeconds(61));

        assertThat(later.forget(Duration.ofSeconds(60))).isOne();
        later.once(items("b2", 1), fresh -> insert(fresh, ItemResult.of(201)));

        assertThat(notes()).containsExactly("n1", "n2", "n1");
    }

    @Test
    void remembersNoItemOfFailedBatch() {
        JdbcBulkBatches batches = batches(Instant.EPOCH);
        assertThatIllegalStateException()
                .isThrownBy(() -> batches.once(items("b1", 1, 2), fresh -> {
                    insert(fresh, ItemResult.of(201));
                    throw new IllegalStateException("disk full");
                }));
        assertThatIllegalStateException()
                .isThrownBy(() -> batches.once(items("b2", 1, 2), fresh -> BulkResult.of(List.of(ItemResult.of(409)))))
                .withMessage("1 results for 2 items");

        batches.once(items("b3", 2, 1), fresh -> insert(fresh, ItemResult.of(201)));

        assertThat(notes()).containsExactly("n2", "n1");
    }

    /** Items in batches of any cut, which come again and fail, at random: each is applied once. */
    @Test
    void appliesEachItemOnceAcrossRandomBatches() {
        long seed = Long.getLong("larder.seed", System.nanoTime());
        System.out.println("JdbcBulkBatchesTest: larder.seed=" + seed);
        var random = new Random(seed);
        JdbcBulkBatches batches = batches(Instant.EPOCH);
        for (int i = 0; i < 400; i++) {
            int from = random.nextInt(60);
            int[] numbers = IntStream.range(from, from + 1 + random.nextInt(20))
                    .filter(any -> random.nextInt(4) > 0)
                    .toArray();
            boolean fails = random.nextInt(3) == 0;
            try {
                BulkResult result = batches.once(items("b" + random.nextInt(300), numbers), fresh -> {
                    BulkResult some = insertSome(fresh, random);
                    if (fails) {
                        throw new IllegalStateException("disk full");
                    }
                    return some;
                });
                assertThat(result).isNotNull();
            } catch (IllegalStateException failed) {
                assertThat(fails).as("seed %d", seed).isTrue();
            }
        }
        assertThat(notes()).as("seed %d", seed).doesNotHaveDuplicates().hasSizeGreaterThan(60);
    }

    private BulkResult insertSome(BulkWrites<String> fresh, Random random) {
        return fresh.each(text -> {
            if (random.nextInt(4) == 0) {
                return ItemResult.of(random.nextBoolean() ? 503 : 422);
            }
            jdbc.update("INSERT INTO notes VALUES (?)", text);
            return ItemResult.of(201);
        });
    }

    @Test
    void refusesToStartWithTablesOfEarlierVersion() {
        JdbcBulkBatches batches = batches(Instant.EPOCH);
        batches.afterSingletonsInstantiated();
        jdbc.execute("DROP TABLE larder_items");
        assertThatIllegalStateException()
                .isThrownBy(batches::afterSingletonsInstantiated)
                .withMessageContaining("CREATE TABLE larder_items");
        jdbc.execute("DROP TABLE larder_batches");
        batches.afterSingletonsInstantiated();
    }

    private static BulkWrites<String> items(String batch, int... numbers) {
        return new BulkWrites<>(
                batch,
                IntStream.of(numbers).mapToObj(number -> "n" + number).toList(),
                IntStream.of(numbers).mapToObj(number -> "series/" + number).toList(),
                List.of());
    }

    private BulkResult insert(BulkWrites<String> fresh, ItemResult each) {
        fresh.items().forEach(text -> jdbc.update("INSERT INTO notes VALUES (?)", text));
        return BulkResult.of(Collections.nCopies(fresh.size(), each));
    }

    private List<String> notes() {
        return jdbc.queryForList("SELECT text FROM notes", String.class);
    }

    private JdbcBulkBatches batches(Instant now) {
        return new JdbcBulkBatches(
                jdbc,
                new TransactionTemplate(new JdbcTransactionManager(database)),
                JsonMapper.shared(),
                Clock.fixed(now, ZoneOffset.UTC));
    }

    private BulkResult insert(BulkResult answer) {
        batch.items().forEach(text -> jdbc.update("INSERT INTO notes VALUES (?)", text));
        return answer;
    }

    private int rows() {
        return jdbc.queryForObject("SELECT count(*) FROM notes", Integer.class);
    }
}
