package dev.larder.bufferedwrites.origin;

import dev.larder.bulk.BulkBatches;
import dev.larder.bulk.BulkResult;
import dev.larder.bulk.BulkWrites;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A service that inserts rows: one for each request, or all of a batch. */
@SpringBootApplication
public class BulkOriginApplication {

    /** Starts it; {@code spring.datasource.url} has to name a database. */
    public static void main(String[] arguments) {
        SpringApplication.run(BulkOriginApplication.class, arguments);
    }

    @RestController
    static class Endpoints {

        private final RowInserter tables;
        private final DatabaseSchema schema;
        private final BulkBatches batches;

        Endpoints(RowInserter tables, DatabaseSchema schema, BulkBatches batches) {
            this.tables = tables;
            this.schema = schema;
            this.batches = batches;
        }

        @PostMapping("/{table}")
        @ResponseStatus(HttpStatus.CREATED)
        void insert(@PathVariable("table") String table, @RequestBody TableRow row) {
            tables.insert(TableShape.of(table), row);
            tables.committed(1);
        }

        @PostMapping("/bulk/{table}")
        BulkResult insert(@PathVariable("table") String table, BulkWrites<TableRow> batch) {
            var applied = new AtomicInteger();
            BulkResult result = batches.once(batch, fresh -> {
                tables.insertAll(TableShape.of(table), fresh.items());
                applied.set(fresh.size());
                return fresh.all(201);
            });
            tables.committed(applied.get());
            return result;
        }

        @GetMapping("/figures")
        DatabaseStatistics figures() {
            return tables.figures();
        }

        @PostMapping("/figures/reset")
        void reset(@RequestParam("explain") boolean explain) {
            schema.empty();
            tables.reset(explain);
        }
    }
}
