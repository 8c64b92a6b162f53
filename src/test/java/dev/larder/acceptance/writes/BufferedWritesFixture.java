package dev.larder.acceptance.writes;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.writes.WriteSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A gateway that buffers what is posted to /items, flushed by nobody but its operator, and an origin that keeps it. */
final class BufferedWritesFixture implements AutoCloseable {

    final ScriptedOrigin origin = ScriptedOrigin.start();
    final GatewayFixture gateway;
    final OperatorClient operator;
    private final List<String> batches = new ArrayList<>();

    private BufferedWritesFixture(Path folder, WriteSettings settings, String... properties) {
        origin.on("/items", request -> fresh("after " + batches()));
        takeEverything();
        GatewayFixture.Builder builder = OperatorClient.admitted(GatewayFixture.inJvm())
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
        operator = OperatorClient.of(gateway);
    }

    static BufferedWritesFixture start(Path folder, String... properties) {
        return start(folder, WriteSettings.DEFAULT, properties);
    }

    static BufferedWritesFixture start(Path folder, WriteSettings settings, String... properties) {
        return new BufferedWritesFixture(folder, settings, properties);
    }

    /** From now on every batch is taken. */
    void takeEverything() {
        origin.on("/bulk/items", this::take);
    }

    synchronized void forget() {
        batches.clear();
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=1000");
    }

    private synchronized ResponseScript take(ReceivedRequest request) {
        batches.add(request.body());
        return ResponseScript.status(201);
    }

    /** Contents of the batches so far. */
    synchronized List<String> batches() {
        return List.copyOf(batches);
    }

    ReceivedResponse post(String content, String... fields) {
        return gateway.send("POST", "/items", content, fields);
    }

    @Override
    public void close() {
        gateway.close();
        origin.close();
    }
}
