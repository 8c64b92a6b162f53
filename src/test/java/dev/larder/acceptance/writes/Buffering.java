package dev.larder.acceptance.writes;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Operator;
import dev.larder.acceptance.kit.Received;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.writes.WriteSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A gateway that buffers what is posted to /items, flushed by nobody but its operator, and an origin that keeps it. */
final class Buffering implements AutoCloseable {

    final ScriptedOrigin origin = ScriptedOrigin.start();
    final Gateway gateway;
    final Operator operator;
    private final List<String> batches = new ArrayList<>();

    private Buffering(Path folder, WriteSettings settings, String... properties) {
        origin.on("/items", request -> fresh("after " + batches()));
        takeEverything();
        Gateway.Builder builder = Operator.admitted(Gateway.inJvm())
                .property("larder.actuate.write-enabled", true)
                .origin(origin)
                .property("larder.writes.path", folder)
                .property("larder.rules.items.paths", "/items/**")
                .property("larder.rules.items.buffer.bulk", "/bulk/items")
                .property("larder.rules.items.buffer.flush-interval", "1h");
        builder.bean(WriteSettings.class, settings);
        for (int i = 0; i < properties.length; i += 2) {
            builder.property(properties[i], properties[i + 1]);
        }
        gateway = builder.start();
        operator = Operator.of(gateway);
    }

    static Buffering start(Path folder, String... properties) {
        return start(folder, WriteSettings.DEFAULT, properties);
    }

    static Buffering start(Path folder, WriteSettings settings, String... properties) {
        return new Buffering(folder, settings, properties);
    }

    /** From now on every batch is taken. */
    void takeEverything() {
        origin.on("/bulk/items", this::take);
    }

    synchronized void forget() {
        batches.clear();
    }

    private static Script fresh(String content) {
        return Script.ok(content, "Cache-Control", "max-age=1000");
    }

    private synchronized Script take(Received request) {
        batches.add(request.body());
        return Script.status(201);
    }

    /** Contents of the batches so far. */
    synchronized List<String> batches() {
        return List.copyOf(batches);
    }

    Response post(String content, String... fields) {
        return gateway.send("POST", "/items", content, fields);
    }

    @Override
    public void close() {
        gateway.close();
        origin.close();
    }
}
