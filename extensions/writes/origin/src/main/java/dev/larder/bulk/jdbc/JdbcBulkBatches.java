package dev.larder.bulk.jdbc;

import dev.larder.bulk.BulkBatches;
import dev.larder.bulk.BulkResult;
import dev.larder.bulk.BulkWrites;
import dev.larder.bulk.ItemResult;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores batches in the table {@code larder_batches} and their items in {@code larder_items}, in the transaction of their
 * writes. A batch that is repeated while it is being applied waits for that to end, and so does a repeated item of it.
 *
 * <p>The tables in PostgreSQL:
 *
 * <pre>{@code
 * CREATE TABLE larder_batches (
 *   id      text PRIMARY KEY,
 *   applied timestamp with time zone NOT NULL,
 *   status  integer,
 *   results text
 * );
 * CREATE INDEX ON larder_batches (applied);
 * CREATE TABLE larder_items (
 *   id      text PRIMARY KEY,
 *   batch   text NOT NULL,
 *   place   integer NOT NULL,
 *   applied timestamp with time zone NOT NULL
 * );
 * CREATE INDEX ON larder_items (applied);
 * }</pre>
 */
public final class JdbcBulkBatches implements BulkBatches, SmartInitializingSingleton {

    private static final String CLAIM = "INSERT INTO larder_batches (id, applied) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String ANSWER = "UPDATE larder_batches SET status = ?, results = ? WHERE id = ?";
    private static final String RECALL = "SELECT status, results FROM larder_batches WHERE id = ?";
    private static final String FORGET = "DELETE FROM larder_batches WHERE applied < ?";
    private static final String FORGET_ITEMS = "DELETE FROM larder_items WHERE applied < ?";
    private static final TypeReference<List<ItemResult>> RESULTS = new TypeReference<>() {};

    private final JdbcOperations jdbc;
    private final TransactionOperations transactions;
    private final JsonMapper mapper;
    private final Clock clock;

    /**
     * Creates a store in the database of the writes.
     *
     * @param transactions at isolation READ COMMITTED, which is PostgreSQL's default
     */
    public JdbcBulkBatches(JdbcOperations jdbc, TransactionOperations transactions, JsonMapper mapper, Clock clock) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.mapper = mapper;
        this.clock = clock;
    }

    /** Refuses to start with the tables of a version without items: every batch would fail. */
    @Override
    public void afterSingletonsInstantiated() {
        if (isThere("larder_batches") && !isThere("larder_items")) {
            throw new IllegalStateException(
                    "There is a table larder_batches, but no table larder_items, so that an item"
                            + " would be applied again when it comes in another batch. Create it: CREATE TABLE larder_items"
                            + " (id text PRIMARY KEY, batch text NOT NULL, place integer NOT NULL,"
                            + " applied timestamp with time zone NOT NULL); CREATE INDEX ON larder_items (applied);");
        }
    }

    private boolean isThere(String table) {
        try {
            jdbc.execute("SELECT 1 FROM " + table + " WHERE 1 = 0");
            return true;
        } catch (BadSqlGrammarException missing) {
            return false;
        } catch (DataAccessException unreachable) {
            return true;
        }
    }

    @Override
    public <T> BulkResult once(BulkWrites<T> batch, Function<? super BulkWrites<T>, BulkResult> writes) {
        return Objects.requireNonNull(transactions.execute(status -> inTransaction(batch, writes)));
    }

    private <T> BulkResult inTransaction(BulkWrites<T> batch, Function<? super BulkWrites<T>, BulkResult> writes) {
        Timestamp now = Timestamp.from(clock.instant());
        if (jdbc.update(CLAIM, batch.batchId(), now) == 0) {
            return recalled(batch.batchId());
        }
        BulkResult result = batch.itemIds().isEmpty()
                ? writes.apply(batch)
                : new ClaimedItems(jdbc, this::recalled, batch.batchId(), batch.itemIds(), now).applied(batch, writes);
        return remembered(batch.batchId(), result);
    }

    private BulkResult remembered(String id, BulkResult result) {
        List<ItemResult> results = result.getBody();
        jdbc.update(
                ANSWER,
                result.getStatusCode().value(),
                results == null ? null : mapper.writeValueAsString(results),
                id);
        return result;
    }

    private BulkResult recalled(String id) {
        return Objects.requireNonNull(jdbc.queryForObject(
                RECALL, (row, number) -> result(row.getInt("status"), row.getString("results")), id));
    }

    private BulkResult result(int status, @Nullable String results) {
        return results == null ? BulkResult.all(status) : BulkResult.of(mapper.readValue(results, RESULTS));
    }

    @Override
    public int forget(Duration age) {
        Timestamp before = Timestamp.from(clock.instant().minus(age));
        return Objects.requireNonNull(transactions.execute(status -> {
            jdbc.update(FORGET_ITEMS, before);
            return jdbc.update(FORGET, before);
        }));
    }
}
