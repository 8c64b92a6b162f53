package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.SystemPrograms;
import dev.larder.rfc9111.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway whose meters are read. */
record ReasonGateway(GatewayFixture gateway, int management) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Pattern COUNT = Pattern.compile("\"statistic\":\"COUNT\",\"value\":([0-9.E]+)");

    /** With rules for what no request provokes by itself. */
    static GatewayFixture.Builder ruled(GatewayFixture.Builder builder, Path writes) {
        return builder.property("larder.rules.users.paths", "/users/**")
                .property("larder.rules.users.key.user", "principal")
                .property("larder.rules.queries.paths", "/queries/**")
                .property("larder.rules.queries.methods", "GET,QUERY")
                .property("larder.rules.queries.key.content", "10B")
                .property("larder.rules.bypassed.paths", "/bypassed/**")
                .property("larder.rules.bypassed.bypass.header", "Bypass-Cache")
                .property("larder.rules.validated.paths", "/validated/**")
                .property("larder.rules.validated.revalidate", "always")
                .property("larder.rules.found.paths", "/found/**")
                .property("larder.rules.found.statuses", "200")
                .property("larder.rules.orders.paths", "/orders/**")
                .property("larder.rules.orders.content-pools", "customer-{/customer/id}")
                .property("larder.rules.items.paths", "/items/**")
                .property("larder.rules.items.buffer.bulk", "/bulk/items")
                .property("larder.rules.items.buffer.flush-interval", "1h")
                .property("larder.writes.path", writes)
                .property("spring.cloud.gateway.server.webflux.httpclient.response-timeout", "3s");
    }

    /** Starts it with the endpoint of meters. */
    static ReasonGateway start(GatewayFixture.Builder builder) throws IOException {
        int port = FreePorts.free();
        GatewayFixture gateway = builder.property("management.server.port", port)
                .property("management.server.address", "127.0.0.1")
                .property("management.endpoints.web.exposure.include", "metrics")
                .start();
        assertThat(gateway.log().await(0, line -> line.contains("Netty started on port " + port), 60))
                .isNotNull();
        return new ReasonGateway(gateway, port);
    }

    /** How often the meters have counted that reason. */
    double counted(Reason reason) {
        return counted("larder.requests", reason) + counted("larder.not.stored", reason);
    }

    private double counted(String meter, Reason reason) {
        try (RawClient client = RawClient.connect(management)) {
            ReceivedResponse response = client.request(
                            "GET", "/actuator/metrics/" + meter + "?tag=reason:" + reason.token(), "Host", "localhost")
                    .read();
            Matcher count = COUNT.matcher(response.content());
            return count.find() ? Double.parseDouble(count.group(1)) : 0;
        }
    }

    /** Waits until they have counted it once more. */
    void awaitMore(Reason reason, double before) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (counted(reason) <= before && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(counted(reason))
                .as("meters with the reason %s", reason.token())
                .isGreaterThan(before);
    }

    /** Has its process stand still. */
    void standStill() {
        assertThat(SystemPrograms.succeeds("kill", "-STOP", Long.toString(gateway.pid())))
                .isTrue();
    }

    /** Lets its process go on. */
    void goOn() {
        assertThat(SystemPrograms.succeeds("kill", "-CONT", Long.toString(gateway.pid())))
                .isTrue();
    }

    @Override
    public void close() {
        gateway.disregardLog();
        gateway.close();
    }
}
