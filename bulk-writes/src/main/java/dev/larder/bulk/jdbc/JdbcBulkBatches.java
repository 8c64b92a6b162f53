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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Remembers batches in the table {@code larder_batches}, in the transaction of their writes. A batch that comes again while it
 * is being applied waits for the first one's end.
 *
 * <p>The table, as PostgreSQL understands it:
 *
 * <pre>{@code
 * CREATE TABLE larder_batches (
 *   id      text PRIMARY KEY,
 *   applied timestamp with time zone NOT NULL,
 *   status  integer,
 *   results text
 * );
 * CREATE INDEX ON larder_batches (applied);
 * }</pre>
 */
public final class JdbcBulkBatches implements BulkBatches {

    private static final String CLAIM = "INSERT INTO larder_batches (id, applied) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String ANSWER = "UPDATE larder_batches SET status = ?, results = ? WHERE id = ?";
    private static final String RECALL = "SELECT status, results FROM larder_batches WHERE id = ?";
    private static final String FORGET = "DELETE FROM larder_batches WHERE applied < ?";
    private static final TypeReference<List<ItemResult>> RESULTS = new TypeReference<>() {};

    private final JdbcOperations jdbc;
    private final TransactionOperations transactions;
    private final JsonMapper mapper;
    private final Clock clock;

    /**
     * Batches remembered in the database where their rows are.
     *
     * @param transactions at isolation READ COMMITTED, which is PostgreSQL's default
     */
    public JdbcBulkBatches(JdbcOperations jdbc, TransactionOperations transactions, JsonMapper mapper, Clock clock) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.mapper = mapper;
        this.clock = clock;
    }

    @Override
    public BulkResult once(BulkWrites<?> batch, Supplier<BulkResult> writes) {
        return Objects.requireNonNull(transactions.execute(status -> inTransaction(batch.batchId(), writes)));
    }

    private BulkResult inTransaction(String id, Supplier<BulkResult> writes) {
        boolean isNew = jdbc.update(CLAIM, id, Timestamp.from(clock.instant())) == 1;
        return isNew ? remembered(id, writes.get()) : recalled(id);
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
        return jdbc.update(FORGET, Timestamp.from(clock.instant().minus(age)));
    }
}
