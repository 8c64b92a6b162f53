package dev.larder.writes.autoconfigure.contract;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.web.service.annotation.DeleteExchange;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.annotation.PutExchange;

/** Every attribute of {@code BufferedWrite} once. */
@LarderRoutes(name = "orders", uri = "http://127.0.0.1:9000")
@HttpExchange(url = "/orders")
@BufferedWrite(
        bulk = "/bulk/{path}",
        flushInterval = "${orders.age:2s}",
        readsWhileWritePending = "flush-first",
        contentTypes = "a/b")
public interface OrderRoutes {

    @GetExchange
    @CacheTtl("30s")
    String list();

    @PostExchange
    String create();

    @PutExchange("/{id}")
    @BufferedWrite(
            format = "ndjson",
            contentTypes = {"application/json", "text/json"},
            maxSize = "64KB",
            onlyIfPreferred = true,
            orderBy = "json:/customer",
            sameKey = "one-by-one",
            flushCount = 500,
            flushSize = "1MB",
            flushInterval = "1s",
            fieldsPerBatch = "Authorization")
    String replace(String id);

    @PostExchange("/{id}/notes")
    @BufferedWrite(
            format = "multipart",
            fieldsPerItem = {"Authorization", "From"})
    String note(String id);

    /** As an application may name what it says often. */
    @BufferedWrite(flushCount = 7)
    @Retention(RetentionPolicy.RUNTIME)
    @interface InSevens {}

    @PostExchange("/{id}/cancel")
    @InSevens
    String cancel(String id);

    @DeleteExchange("/{id}")
    String delete(String id);
}
