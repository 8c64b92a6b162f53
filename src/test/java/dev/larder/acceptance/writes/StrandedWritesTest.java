package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.writes.WriteSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledged writes whose rule has another name, or none, after a restart. */
class StrandedWritesTest {

    private static final String[] JSON = {"Content-Type", "application/json"};

    /** A delivery that an order interrupts keeps its fence: none may be repeated meanwhile. */
    private static final Duration NOT_AGAIN = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    private final ScriptedOrigin origin = ScriptedOrigin.start();
    private final List<ReceivedRequest> received = new ArrayList<>();
    private volatile int status = 201;

    private GatewayFixture gateway(String rule) {
        origin.on("/items", request -> ResponseScript.ok("page", "Cache-Control", "max-age=1000"));
        origin.on("/bulk/items", request -> {
            synchronized (received) {
                received.add(request);
            }
            return ResponseScript.status(status);
        });
        return OperatorClient.admitted(GatewayFixture.inJvm())
                .property("larder.actuate.write-enabled", true)
                .origin(origin)
                .property("larder.writes.path", folder)
                .property("larder.writes.drain-timeout", "1ms")
                .property("larder.rules." + rule + ".paths", "/items/**")
                .property("larder.rules." + rule + ".buffer.bulk", "/bulk/items")
                .bean(WriteSettings.class, WriteSettings.DEFAULT.withRetries(NOT_AGAIN, NOT_AGAIN))
                .property("larder.rules." + rule + ".buffer.flush-interval", "1h")
                .start();
    }

    @AfterEach
    void stop() {
        origin.close();
    }

    private void leaveTwoBehind(int answer) {
        status = answer;
        try (GatewayFixture gateway = gateway("items")) {
            gateway.send("POST", "/items", "1", JSON);
            gateway.send("POST", "/items", "2", JSON);
        }
        status = 201;
    }

    /** What a gateway sends as it stops could arrive while the next one is observed. */
    private void leaveTwoBehindUnsent() {
        origin.down();
        leaveTwoBehind(503);
        origin.up();
    }

    private static ReceivedResponse order(GatewayFixture gateway, String json) {
        return OperatorClient.of(gateway).tell("/actuator/larderwrites", json);
    }

    private static void assertOnlyItemsAreDiscarded(GatewayFixture gateway) {
        assertThat(order(gateway, "{\"order\":\"discard\",\"rule\":\"things\"}").status())
                .isEqualTo(400);
        assertThat(order(gateway, "{\"order\":\"discard\",\"rule\":\"items\"}").content())
                .contains("\"discarded\":2", "\"left\":0");
    }

    private static String overview(GatewayFixture gateway) {
        return OperatorClient.of(gateway).lookAtWrites("").content();
    }

    private static String secondRead(GatewayFixture gateway) {
        gateway.get("/items");
        return gateway.get("/items").field("Cache-Status");
    }

    @Test
    void showsAndDeliversWritesOfRenamedRule() {
        leaveTwoBehind(503);
        List<ReceivedRequest> before = List.copyOf(received);
        try (GatewayFixture gateway = gateway("things")) {
            assertThat(overview(gateway)).contains("\"withoutRule\":{\"items\":{\"waiting\":2,\"bytes\":2,\"dead\":0");
            assertThat(String.join("\n", gateway.log().since(0)))
                    .contains("\"order\": \"reassign\", \"rule\": \"items\"");
            assertThat(secondRead(gateway)).contains("write-pending");

            assertThat(order(gateway, "{\"order\":\"reassign\",\"rule\":\"items\",\"to\":\"nothing\"}")
                            .status())
                    .isEqualTo(400);
            assertThat(order(gateway, "{\"order\":\"reassign\",\"rule\":\"items\",\"to\":\"things\"}")
                            .content())
                    .contains("\"delivered\":2");

            ReceivedRequest last = received.get(received.size() - 1);
            assertThat(last.body()).isEqualTo("[1,2]");
            assertThat(before)
                    .allSatisfy(earlier -> assertThat(last.fields().get("Idempotency-Key"))
                            .isEqualTo(earlier.fields().get("Idempotency-Key")));
            assertThat(overview(gateway)).contains("\"withoutRule\":{}", "\"writes\":0");
            assertThat(secondRead(gateway)).contains("hit");
        }
    }

    @Test
    @Tag("hardening-U8")
    void discardsWritesOfRenamedRule() {
        leaveTwoBehindUnsent();
        try (GatewayFixture gateway = gateway("things")) {
            assertThat(secondRead(gateway)).contains("write-pending");
            assertOnlyItemsAreDiscarded(gateway);
            assertThat(String.join("\n", gateway.log().since(0))).contains("writes order=discard ids=- rule=items");
            assertThat(secondRead(gateway)).contains("hit");
            assertThat(overview(gateway)).contains("\"withoutRule\":{}", "\"writes\":0");
        }
        try (GatewayFixture gateway = gateway("items")) {
            assertThat(overview(gateway)).contains("\"writes\":0");
            assertThat(received).isEmpty();
        }
    }

    @Tag("thorough")
    @Test
    void discardsReassignedWritesThatAreNotDelivered() {
        leaveTwoBehind(503);
        status = 503;
        try (GatewayFixture gateway = gateway("things")) {
            order(gateway, "{\"order\":\"reassign\",\"rule\":\"items\",\"to\":\"things\"}");
            assertOnlyItemsAreDiscarded(gateway);
            assertThat(overview(gateway)).contains("\"withoutRule\":{}", "\"writes\":0");
            assertThat(secondRead(gateway)).contains("hit");
        }
    }

    @Tag("thorough")
    @Test
    void replaysNoDeadLetterOfRenamedRuleBeforeItIsReassigned() {
        status = 400;
        try (GatewayFixture gateway = gateway("items")) {
            gateway.send("POST", "/items", "1", JSON);
            order(gateway, "{\"order\":\"flush\"}");
        }
        status = 201;
        try (GatewayFixture gateway = gateway("things")) {
            assertThat(order(gateway, "{\"order\":\"replay\",\"ids\":\"all\"}").status())
                    .isEqualTo(409);
            order(gateway, "{\"order\":\"reassign\",\"rule\":\"items\",\"to\":\"things\"}");
            assertThat(order(gateway, "{\"order\":\"replay\",\"ids\":\"all\"}").content())
                    .contains("\"replayed\":1");
            order(gateway, "{\"order\":\"flush\"}");
            assertThat(overview(gateway)).contains("\"writes\":0");
        }
    }
}
