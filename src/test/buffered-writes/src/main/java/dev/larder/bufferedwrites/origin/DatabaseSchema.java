package dev.larder.bufferedwrites.origin;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** The tables: one of each shape, the two that they refer to, and those of batches and their items. */
@Component
class DatabaseSchema implements InitializingBean {

    private final JdbcOperations jdbc;

    DatabaseSchema(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void afterPropertiesSet() {
        for (String table : new String[] {"referenced1", "referenced2"}) {
            jdbc.execute("CREATE TABLE IF NOT EXISTS " + table + " (id bigint PRIMARY KEY, name text)");
            jdbc.update("INSERT INTO " + table + " SELECT i, 'name ' || i FROM generate_series(1, "
                    + TableShape.REFERENCED + ") i ON CONFLICT DO NOTHING");
            jdbc.execute("ANALYZE " + table);
        }
        TableShape.ALL.forEach(shape -> jdbc.execute(shape.definition()));
        jdbc.execute("CREATE TABLE IF NOT EXISTS larder_batches (id text PRIMARY KEY,"
                + " applied timestamp with time zone NOT NULL, status integer, results text)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS larder_batches_applied ON larder_batches (applied)");
        jdbc.execute("CREATE TABLE IF NOT EXISTS larder_items (id text PRIMARY KEY, batch text NOT NULL,"
                + " place integer NOT NULL, applied timestamp with time zone NOT NULL)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS larder_items_applied ON larder_items (applied)");
    }

    /** Empties all tables that rows are inserted into. */
    void empty() {
        TableShape.ALL.forEach(shape -> jdbc.execute("TRUNCATE " + shape.table()));
        jdbc.execute("TRUNCATE larder_batches, larder_items");
    }
}
