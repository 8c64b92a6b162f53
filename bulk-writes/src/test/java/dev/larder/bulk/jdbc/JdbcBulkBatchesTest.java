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
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
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
    private final BulkWrites<String> batch = new BulkWrites<>("b", List.of("x", "y"), List.of());

    @BeforeEach
    void tables() {
        jdbc.execute("CREATE TABLE larder_batches (id text PRIMARY KEY, applied timestamp with time zone NOT NULL,"
                + " status integer, results text)");
        jdbc.execute("CREATE TABLE notes (text text)");
    }

    @Test
    void a_batch_that_comes_again_is_not_applied_again() {
        BulkResult first = batches(Instant.EPOCH).once(batch, () -> insert(batch.all(201)));
        BulkResult second = batches(Instant.EPOCH).once(batch, () -> insert(batch.all(201)));

        assertThat(second).isEqualTo(first);
        assertThat(second.getStatusCode().value()).isEqualTo(201);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void answers_for_each_are_given_again() {
        BulkResult answer = BulkResult.of(List.of(ItemResult.of(201), ItemResult.of(422, "why")));
        batches(Instant.EPOCH).once(batch, () -> insert(answer));

        assertThat(batches(Instant.EPOCH).once(batch, () -> insert(answer))).isEqualTo(answer);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void a_batch_that_failed_is_as_if_it_had_never_come() {
        assertThatIllegalStateException()
                .isThrownBy(() -> batches(Instant.EPOCH).once(batch, () -> {
                    insert(batch.all(201));
                    throw new IllegalStateException("disk full");
                }));

        assertThat(rows()).isZero();
        batches(Instant.EPOCH).once(batch, () -> insert(batch.all(201)));
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void what_is_forgotten_is_applied_again() {
        batches(Instant.EPOCH).once(batch, () -> insert(batch.all(201)));
        JdbcBulkBatches later = batches(Instant.EPOCH.plusSeconds(61));

        assertThat(later.forget(Duration.ofSeconds(62))).isZero();
        assertThat(later.forget(Duration.ofSeconds(60))).isOne();
        later.once(batch, () -> insert(batch.all(201)));
        assertThat(rows()).isEqualTo(4);
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
