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
public class OriginApp {

    /** Starts it; {@code spring.datasource.url} has to name a database. */
    public static void main(String[] arguments) {
        SpringApplication.run(OriginApp.class, arguments);
    }

    @RestController
    static class Endpoints {

        private final Tables tables;
        private final Schema schema;
        private final BulkBatches batches;

        Endpoints(Tables tables, Schema schema, BulkBatches batches) {
            this.tables = tables;
            this.schema = schema;
            this.batches = batches;
        }

        @PostMapping("/{table}")
        @ResponseStatus(HttpStatus.CREATED)
        void insert(@PathVariable("table") String table, @RequestBody Row row) {
            tables.insert(Shape.of(table), row);
            tables.committed(1);
        }

        @PostMapping("/bulk/{table}")
        BulkResult insert(@PathVariable("table") String table, BulkWrites<Row> batch) {
            var applied = new AtomicInteger();
            BulkResult result = batches.once(batch, fresh -> {
                tables.insertAll(Shape.of(table), fresh.items());
                applied.set(fresh.size());
                return fresh.all(201);
            });
            tables.committed(applied.get());
            return result;
        }

        @GetMapping("/figures")
        Figures figures() {
            return tables.figures();
        }

        @PostMapping("/figures/reset")
        void reset(@RequestParam("explain") boolean explain) {
            schema.empty();
            tables.reset(explain);
        }
    }
}
