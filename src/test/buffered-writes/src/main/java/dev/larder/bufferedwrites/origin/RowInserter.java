package dev.larder.bufferedwrites.origin;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Inserts rows, and counts what that takes. */
@Component
class RowInserter {

    /** The protocol has 16 bits for the number of parameters of a statement. */
    private static final int MAX_PARAMETERS = 65_535;

    private final JdbcOperations jdbc;
    private final JsonMapper mapper;
    private final boolean byArrays;
    private final AtomicReference<DatabaseStatistics> figures = new AtomicReference<>(DatabaseStatistics.NONE);
    private volatile boolean isExplained;

    RowInserter(JdbcOperations jdbc, JsonMapper mapper, @Value("${bulk-sql:values}") BulkSql sql) {
        this.jdbc = jdbc;
        this.mapper = mapper;
        this.byArrays = sql == BulkSql.UNNEST;
    }

    /** How rows are inserted in bulk. */
    enum BulkSql {
        /** A list of rows, each value a parameter. */
        VALUES,
        /** An array for each column. */
        UNNEST
    }

    DatabaseStatistics figures() {
        return Objects.requireNonNull(figures.get());
    }

    /** @param explained whether statements run under EXPLAIN (ANALYZE) from now on */
    void reset(boolean explained) {
        isExplained = explained;
        figures.set(DatabaseStatistics.NONE);
    }

    void insert(TableShape shape, TableRow row) {
        run(shape.insert(1), parameters(shape, List.of(row)));
    }

    void insertAll(TableShape shape, List<TableRow> rows) {
        if (byArrays) {
            run(shape.insertArrays(), arrays(shape, rows));
            return;
        }
        int most = MAX_PARAMETERS / shape.columns();
        for (int from = 0; from < rows.size(); from += most) {
            List<TableRow> some = rows.subList(from, Math.min(rows.size(), from + most));
            run(shape.insert(some.size()), parameters(shape, some));
        }
    }

    void committed(int rows) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        figures.updateAndGet(before -> before.withCommit(rows, micros));
    }

    private void run(String sql, Object[] parameters) {
        if (isExplained) {
            String plan = Objects.requireNonNull(
                    jdbc.queryForObject("EXPLAIN (ANALYZE, FORMAT JSON) " + sql, String.class, parameters));
            JsonNode explained = mapper.readTree(plan).get(0);
            double planning = explained.get("Planning Time").asDouble();
            double execution = explained.get("Execution Time").asDouble();
            figures.updateAndGet(before -> before.withStatement(planning, execution));
        } else {
            jdbc.update(sql, parameters);
            figures.updateAndGet(before -> before.withStatement(0, 0));
        }
    }

    private static Object[] parameters(TableShape shape, List<TableRow> rows) {
        List<Object> parameters = new ArrayList<>(rows.size() * shape.columns());
        for (TableRow row : rows) {
            check(shape, row);
            parameters.addAll(row.texts());
            parameters.addAll(row.references());
        }
        return parameters.toArray();
    }

    private static Object[] arrays(TableShape shape, List<TableRow> rows) {
        rows.forEach(row -> check(shape, row));
        var arrays = new Object[shape.columns()];
        for (int i = 0; i < shape.columns(); i++) {
            int column = i;
            arrays[i] = i < shape.texts()
                    ? rows.stream().map(row -> row.texts().get(column)).toArray(String[]::new)
                    : rows.stream()
                            .map(row -> row.references().get(column - shape.texts()))
                            .toArray(Long[]::new);
        }
        return arrays;
    }

    private static void check(TableShape shape, TableRow row) {
        if (row.texts().size() != shape.texts() || row.references().size() != shape.references()) {
            throw new IllegalArgumentException("a row of another shape than " + shape);
        }
    }
}
