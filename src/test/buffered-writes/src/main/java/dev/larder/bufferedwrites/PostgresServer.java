package dev.larder.bufferedwrites;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server of its own on the loopback, which waits for the disk at each commit as servers do. */
final class PostgresServer implements AutoCloseable {

    private final EmbeddedPostgres postgres;

    private PostgresServer(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    static PostgresServer start() throws IOException {
        return new PostgresServer(EmbeddedPostgres.builder()
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "100")
                .start());
    }

    /** For JDBC. */
    String url() {
        return postgres.getJdbcUrl("postgres", "postgres");
    }

    /** Its version, as it says. */
    String version() throws SQLException {
        return ask("SHOW server_version");
    }

    /** The process that all of its others are children of. */
    long pid() throws SQLException, IOException {
        Path file = Path.of(ask("SHOW data_directory"), "postmaster.pid");
        return Long.parseLong(Files.readAllLines(file).get(0).trim());
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
